import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#src/i18n/paraglide/messages.js'
import { cx } from '#src/lib/cx.ts'
import type { SiteNav } from '#src/lib/site-nav.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { type SiteFoot, SiteFooter } from '../site/site-footer.tsx'
import { SiteHeader } from '../site/site-header.tsx'
import { SkipLink } from '../skip-link.tsx'
import { MemberAccount } from './member-account.tsx'
import { MemberCard, type MemberPerson } from './member-card.tsx'
import { useMemberCenter, useMenuExpand } from './member-center-context.tsx'
import { MemberMenu } from './member-menu.tsx'
import { memberPreferences } from './member-preferences.ts'
import { MemberTabs } from './member-tabs.tsx'

type MemberShellProps = SiteFoot & {
  person: MemberPerson
  /** The bell of the header. */
  notices?: ReactNode
  headNav?: readonly SiteNav[]
  /** The page takes the full width of the window. The menu is one line above it. */
  wide?: boolean
  /** Path of the same page in the other view. */
  otherPath: string
  onSignOut(): Promise<void>
  children: ReactNode
}

/** The shell of the member center: the site's header, the member and the menu. It needs a MemberCenterProvider. */
export function MemberShell(props: MemberShellProps) {
  const { person, headNav = [], wide = false, otherPath, notices, onSignOut, children, ...foot } = props
  const { showAside, navUserMenus } = useMemberCenter()
  const account = (
    <>
      {notices}
      <MemberAccount
        person={person}
        navUserMenus={navUserMenus}
        onSignOut={onSignOut}
        other={{ path: otherPath, wide: !wide }}
      />
    </>
  )
  const drawer = (
    <div className="border-t border-line">
      <MemberCard person={person} />
      <MemberMenu />
    </div>
  )
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader
        siteName={foot.siteName}
        headNav={headNav}
        account={account}
        drawer={drawer}
        wide={wide}
        lead={!wide && <AsideSwitch />}
        onDrawer={useMenuExpand()}
      />
      {wide && (
        <div className="max-desk:hidden">
          <MemberTabs />
        </div>
      )}
      <div className={cx('mx-auto flex w-full flex-1 items-start gap-4 p-3 sm:p-4', wide ? 'max-w-none' : 'max-w-6xl')}>
        {showAside && (
          <aside className="no-print sticky top-[calc(var(--header-height)+1rem)] max-h-[calc(100dvh-var(--header-height)-2rem)] w-60 shrink-0 overflow-y-auto rounded-xl border border-line bg-menu max-desk:hidden">
            <MemberCard person={person} />
            <MemberMenu />
          </aside>
        )}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
        </main>
      </div>
      <SiteFooter {...foot} wide={wide} />
    </div>
  )
}

/** Shows or hides the aside. The choice is stored for later visits. */
function AsideSwitch() {
  const { showAside } = useMemberCenter()
  return (
    <IconButton
      label={showAside ? m.member_hideAside() : m.member_showAside()}
      aria-expanded={showAside}
      onClick={() => memberPreferences.choose({ showAside: !showAside })}
      className="max-desk:hidden noscript:hidden"
    >
      {showAside ? <PanelLeftClose size={17} /> : <PanelLeftOpen size={17} />}
    </IconButton>
  )
}
