import { HomeEntries } from './home-entries.tsx'
import { HomeFeatures } from './home-features.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeReading } from './home-reading.tsx'

type HomePageProps = {
  siteName: string
  /** Name of the signed-in member, if there is one. */
  memberName?: string
  /**
   * Whether the back end is our own. Another back end has no members, and the features described here would not be true
   * for it.
   */
  ours?: boolean
}

/** The public home page: introduction, how to read scores, features, and links to member center and back office. */
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
