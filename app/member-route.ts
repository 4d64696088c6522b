import { lazyRouteComponent } from '@tanstack/react-router'
import type { OwnSearch } from '#src/features/ledger/own-ledger.schema.ts'
import { keptCode } from '#src/lib/line.ts'
import { pending } from './pending-page.tsx'

/** The search of the pages with a member's entries as the address has it. */
type LedgerAddress = { [Name in keyof OwnSearch]?: unknown }

/** Takes the values of the search out of an address. The page leaves out what is wrong: the rules load with it. */
const ledgerSearch = ({ from, until, kind, memo, page, limit }: Record<string, unknown>): LedgerAddress => ({
  from,
  until,
  kind,
  memo,
  page,
  limit,
})

const account = keptCode(() => import('./member-pages/account.tsx'))
const ledger = keptCode(() => import('./member-pages/ledger.tsx'))

/**
 * The options of the routes of the member center by the name of the page. Each page has two addresses, below /user and
 * /center: what stands in the file of a route is part of the first load of every page. A route takes a copy, which the
 * router completes.
 */
export const memberRoute = {
  overview: {
    staticData: { title: 'pagesTitle_overview', node: 'account/overview' },
    ...pending,
    component: lazyRouteComponent(
      keptCode(() => import('./member-pages/overview.tsx')),
      'MemberOverview',
    ),
  },
  profile: {
    staticData: { title: 'pagesTitle_profile', node: 'account/profile' },
    component: lazyRouteComponent(account, 'MemberProfile'),
  },
  changePassword: {
    staticData: { title: 'pagesTitle_changePassword', node: 'account/changePassword' },
    component: lazyRouteComponent(account, 'MemberPassword'),
  },
  security: {
    staticData: { title: 'pagesTitle_security', node: 'account/security' },
    component: lazyRouteComponent(account, 'MemberSecurity'),
  },
  data: {
    staticData: { title: 'pagesTitle_ownData', node: 'account/data' },
    component: lazyRouteComponent(
      keptCode(() => import('./member-pages/data.tsx')),
      'MemberData',
    ),
  },
  family: {
    staticData: { title: 'pagesTitle_family', node: 'account/family' },
    component: lazyRouteComponent(
      keptCode(() => import('./member-pages/family.tsx')),
      'MemberFamily',
    ),
  },
  results: {
    staticData: { title: 'pagesTitle_ownResults', node: 'account/results' },
    // The page reads it.
    validateSearch: (search: Record<string, unknown>): { link?: unknown; exam?: unknown } => search,
    component: lazyRouteComponent(
      keptCode(() => import('./member-pages/results.tsx')),
      'MemberResults',
    ),
  },
  balance: {
    staticData: { title: 'pagesTitle_balance', node: 'account/balance' },
    validateSearch: ledgerSearch,
    ...pending,
    component: lazyRouteComponent(ledger, 'MemberBalance'),
  },
  integral: {
    staticData: { title: 'pagesTitle_integral', node: 'account/integral' },
    validateSearch: ledgerSearch,
    ...pending,
    component: lazyRouteComponent(ledger, 'MemberIntegral'),
  },
  messages: {
    staticData: { title: 'pagesTitle_messages', node: 'account/messages' },
    /** Only what is unread, or all. */
    validateSearch: ({ unread }: Record<string, unknown>): { unread?: 1 | undefined } =>
      Number(unread) === 1 ? { unread: 1 } : {},
    ...pending,
    component: lazyRouteComponent(
      keptCode(() => import('./member-pages/messages.tsx')),
      'MemberMessages',
    ),
  },
} as const
