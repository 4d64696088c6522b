/** The maximum gzipped JavaScript of a page's first load, in kilobytes above that of a bare Start page. */
export const budgets = [
  { path: '/', kilobytes: 25, signedIn: false },
  { path: '/admin/login', kilobytes: 48, signedIn: false },
  { path: '/admin/baseInfo/organization', kilobytes: 131, signedIn: true },
] as const
