/** Where the browser keeps what belongs to one person on one machine (specification 3). Nothing secret goes here. */
export const storageKeys = {
  adminInfo: 'ys_adminInfo',
  userInfo: 'ys_userInfo',
  storeConfig: 'ys_storeConfig',
  /** How a member wants the member center: aside, folded groups. */
  memberCenter: 'ys_memberCenter',
  tabConfig: 'ys_tabConfig',
  terminal: 'ys_terminal',
  workingTime: 'ys_workingTime',
  /** How many background jobs run, so that a page that is opened anew knows whether to watch. */
  jobs: 'ys_jobs',
  /** The pages that somebody was on last, for the command palette. */
  recentPages: 'ys_recentPages',
  /** What the shell was like before a narrow window changed it; kept for the visit only. */
  layoutResize: 'ys_layoutResize',
  /** Which columns of a list somebody wants to see, and how; followed by the resource. */
  list: 'ys_list',
  /** Name of the cookie that remembers which account signed in last. */
  accountCookie: 'ys_account',
} as const

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]
