import { useSuspenseQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { findRecords } from '#src/crud/calls/find-records.ts'
import { JobsButton } from '#src/crud/jobs/jobs-button.tsx'
import { PASSWORD_PLACE } from '#src/features/auth/password-place.ts'
import { AdminBell } from '#src/features/notices/admin-bell.tsx'
import { siteQuery } from '#src/features/site/site.queries.ts'
import { TerminalButton } from '#src/features/terminal/terminal-button.tsx'
import { openTerminal } from '#src/features/terminal/terminal-wanted.ts'
import type { Locale } from '#src/i18n/paraglide/runtime.js'
import { AdminShell } from '#src/layout/admin-shell.tsx'
import { PermissionProvider } from '#src/layout/can.tsx'
import { readLayoutCookies } from '#src/layout/config/layout-cookie.ts'
import '#src/layout/frame-titles.ts'
import { type FileSource, hasTransfer, type Kit, KitContext } from '#src/layout/kit-context.ts'
import { shellMenus } from '#src/layout/menu/menu-routes.ts'
import type { ShellMenu } from '#src/layout/menu/shell-menu.ts'
import type { ShellHelp } from '#src/layout/menu/side-foot.tsx'
import { NoticesButton } from '#src/layout/notices/notices-button.tsx'
import { PaletteButton } from '#src/layout/palette/palette-button.tsx'
import { PaletteHost } from '#src/layout/palette/palette-host.tsx'
import { RememberLanguage } from '#src/layout/remember-language.ts'
import { useShownPlace } from '#src/layout/shown-place.ts'
import { ShellTabs } from '#src/layout/tabs/shell-tabs.tsx'
import type { Tab } from '#src/layout/tabs/tab-list.ts'
import { TabPages } from '#src/layout/tabs/tab-pages.tsx'
import { useTabActions } from '#src/layout/tabs/tabs-context.ts'
import { TabsProvider } from '#src/layout/tabs/tabs-provider.tsx'
import { keptCode } from '#src/lib/line.ts'
import { lazyPart } from '#src/ui/lazy.tsx'
import { type adminGuard, pageExists } from './guards.ts'
import { reports } from './reports.ts'
import { requestCookies } from './request-cookies.ts'
import type { RouteContext } from './route-context.ts'
import { useClearCache } from './use-clear-cache.ts'
import { useAdminPresence } from './use-presence.ts'
import { useSignOut } from './use-sign-out.ts'

type Context = RouteContext & Awaited<ReturnType<typeof adminGuard>>

/** The user's own profile page, linked in the account menu. */
const PROFILE = '/admin/routine/adminInfo'
const password = linkOptions({ to: PROFILE, hash: PASSWORD_PLACE })

// What a press needs loads with the press.
const preferences = keptCode(() => import('#src/features/auth/own-preferences.ts'))
const keepLanguage = async (language: Locale) => (await preferences()).keepAdminLanguage(language)
const source = keptCode(async () => (await import('#src/features/attachments/file-source.ts')).fileSource)
const files: FileSource = {
  choose: async (query, signal) => (await source()).choose(query, signal),
}

// Hardly anybody ever needs it.
const ViewerBar = lazyPart(async () => (await import('#src/features/auth/viewer-bar.tsx')).ViewerBar, null, {
  place: 'nowhere',
})

const FactorDueBar = lazyPart(
  async () => (await import('#src/features/factors/factor-due-bar.tsx')).FactorDueBar,
  null,
  {
    place: 'nowhere',
  },
)

const RichTextEditor = lazyPart(
  async () => (await import('#src/crud/rich-text/rich-text-editor.tsx')).RichTextEditor,
  <span aria-hidden className="skeleton block h-52 rounded-md" />,
)

type AdminFrameProps = {
  context: Context
  /** The tabs that the server knows. */
  tabs: readonly Tab[]
  /** A page that no route of the back office has. Default: the page of the route. */
  children?: ReactNode
}

/** The frame of all pages of the back office: it provides permissions, site settings and open tabs. */
export function AdminFrame({ context, tabs, children }: AdminFrameProps) {
  const { boot, holder, routeAt } = context
  const { data: site } = useSuspenseQuery(siteQuery)
  // A pig back end has menus for pages of its own.
  const tell = site.backend !== 'pig'
  const menus = useMemo(
    () => shellMenus(boot.menus, 'admin', (path) => pageExists({ routeAt }, path), tell),
    [boot, routeAt, tell],
  )
  const kit = useMemo(
    () => ({
      ...site,
      cookies: requestCookies,
      report: reports.part,
      editor: 'richText' in site && site.richText ? RichTextEditor : undefined,
      files: tell ? files : undefined,
    }),
    [site, tell],
  )
  const owner = boot.person.userId
  return (
    <PermissionProvider holder={holder}>
      <KitContext value={kit}>
        <RememberLanguage value={tell ? keepLanguage : null}>
          <TabsProvider menus={menus} owner={owner} first={tabs}>
            <Shell context={context} menus={menus} site={site}>
              {children ?? <TabPages key={owner} />}
            </Shell>
          </TabsProvider>
        </RememberLanguage>
      </KitContext>
    </PermissionProvider>
  )
}

type Site = Kit & { siteName: string; terminal?: boolean } & Pick<
    ShellHelp,
    'version' | 'contactEmail' | 'contactPhone'
  >
type ShellProps = Required<Omit<AdminFrameProps, 'tabs'>> & { menus: ShellMenu[]; site: Site }

/** The back office's shell around its pages. */
function Shell({ context: { boot, holder }, menus, site, children }: ShellProps) {
  const href = useShownPlace()
  const { mayLeave } = useTabActions()
  const endSession = useSignOut('admin')
  const signOut = async () => {
    if (await mayLeave()) await endSession()
  }
  const clearCache = useClearCache(holder)
  // Read once, because a browser takes milliseconds to tell its cookies.
  const [initialLayout] = useState(() => readLayoutCookies(requestCookies()))
  useAdminPresence(boot.person, site.timeZone)
  const { viewer } = boot.person
  const hasTerminal = holder.super && site.terminal === true
  return (
    <>
      <AdminShell
        menus={menus}
        person={boot.person}
        siteName={site.siteName}
        help={helpOf(site)}
        timeZone={site.timeZone}
        currentPath={href}
        initialLayout={initialLayout}
        profilePath={PROFILE}
        password={site.backend === 'pig' ? undefined : password}
        onSignOut={signOut}
        clearCache={clearCache}
        palette={<PaletteButton />}
        jobs={hasTransfer(site) && <JobsButton />}
        notices={
          hasTransfer(site) ? (
            <AdminBell owner={boot.person.userId} viewing={viewer != null} />
          ) : (
            <NoticesButton owner={boot.person.userId} />
          )
        }
        terminal={hasTerminal && <TerminalButton userId={boot.person.userId} />}
        tabBar={<ShellTabs />}
        foot={
          viewer ? (
            <ViewerBar person={{ ...boot.person, viewer }} timeZone={site.timeZone} />
          ) : (
            boot.person.factorDue && <FactorDueBar due={boot.person.factorDue} timeZone={site.timeZone} />
          )
        }
      >
        {children}
      </AdminShell>
      <PaletteHost
        menus={menus}
        userId={boot.person.userId}
        currentPath={href}
        profilePath={PROFILE}
        onSignOut={signOut}
        clearCache={clearCache}
        openTerminal={hasTerminal ? openTerminal : undefined}
        findRecords={hasTransfer(site) ? findRecords : undefined}
      />
    </>
  )
}

/** A back end of another kind has no reference of the contract. */
function helpOf({ version, contactEmail, contactPhone, backend }: Site): ShellHelp {
  return { version, contactEmail, contactPhone, reference: backend === 'pig' ? undefined : '/api/docs' }
}
