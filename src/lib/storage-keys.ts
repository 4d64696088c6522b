import type { Side } from './side.ts'

/** Keys of the browser's storage for the data of one user on one machine. Never store secrets under them. */
export const storageKeys = {
  adminInfo: 'ys_adminInfo',
  userInfo: 'ys_userInfo',
  storeConfig: 'ys_storeConfig',
  /** The member's settings for the member center: sidebar, collapsed groups. */
  memberCenter: 'ys_memberCenter',
  tabConfig: 'ys_tabConfig',
  terminal: 'ys_terminal',
  workingTime: 'ys_workingTime',
  /** The number of running background jobs. A newly opened page reads it to decide whether to watch jobs. */
  jobs: 'ys_jobs',
  /** The messages that the user was shown during this visit. */
  notices: 'ys_notices',
  /** The pages that the user visited last, for the command palette. */
  recentPages: 'ys_recentPages',
  /** Whether the user has hidden the first steps of a new database. */
  firstSteps: 'ys_firstSteps',
  /** The shell's layout before a narrow window changed it. It is stored for the visit only. */
  layoutResize: 'ys_layoutResize',
  /** The user's columns of a list and their settings. The resource follows in the key. */
  list: 'ys_list',
  /** Whether the attachments are shown as a gallery. */
  attachments: 'ys_attachments',
  /** Name of the cookie that stores the account of the last sign-in. The side follows in the name. */
  accountCookie: 'ys_account',
} as const

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** The name of the cookie with the account that the login page of a side offers. */
export const accountCookieOf = (side: Side): string => `${storageKeys.accountCookie}_${side}`
