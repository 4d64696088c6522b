import { HomeEntries } from './home-entries.tsx'
import { HomeFeatures } from './home-features.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeReading } from './home-reading.tsx'

type HomePageProps = {
  siteName: string
  /** The name of the member signed in, if anybody is. */
  memberName?: string
  /** Whether the back end is ours: another one has no members, and what is said of ours would not be true of it. */
  ours?: boolean
}

/** The public home page: what this is, how it looks at scores, what it does, and the ways in. */
export function HomePage({ siteName, memberName, ours = true }: HomePageProps) {
  return (
    <div className="flex-1">
      <HomeHero siteName={siteName} members={ours} />
      <HomeReading />
      {ours && <HomeFeatures />}
      <HomeEntries memberName={memberName} members={ours} />
    </div>
  )
}
