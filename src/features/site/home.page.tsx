import type { ThemeName } from '#src/layout/config/theme-cookie.ts'
import type { Contact } from './contact-lines.tsx'
import { HomeEntries } from './home-entries.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeRoles } from './home-roles.tsx'
import { HomeScreens } from './home-screens.tsx'
import { HomeSteps } from './home-steps.tsx'
import { HomeTrust } from './home-trust.tsx'

type HomePageProps = {
  siteName: string
  /** The theme that the server has rendered. */
  theme?: ThemeName
  contact: Contact
  /** The ICP filing number; empty when the settings contain none. */
  recordNumber: string
  /** Name of the signed-in member, if there is one. */
  memberName?: string
  /**
   * Whether the back end is our own. Another back end has no members, and the features described here would not be true
   * for it.
   */
  ours?: boolean
}

/**
 * The public home page: what the product does, its screens, what each role gets, how the data is kept, and the links to
 * member center and back office.
 */
export function HomePage({
  siteName,
  theme = 'system',
  contact,
  recordNumber,
  memberName,
  ours = true,
}: HomePageProps) {
  return (
    <div className="flex-1">
      <HomeHero siteName={siteName} members={ours} />
      {ours && (
        <>
          <HomeSteps />
          <HomeScreens theme={theme} />
          <HomeRoles />
          <HomeTrust recordNumber={recordNumber} />
        </>
      )}
      <HomeEntries memberName={memberName} members={ours} contact={contact} />
    </div>
  )
}
