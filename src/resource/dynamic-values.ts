/** Values of conditions that the server works out when it is asked: stretches of time, in the site's time zone. */
export const dynamicDays = [
  'today',
  'yesterday',
  'tomorrow',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
  'last7Days',
  'last30Days',
  'now',
] as const

/** Whoever asks, and where they belong: `myOrganizations` with all below. */
export const dynamicPeople = ['me', 'myOrganization', 'myOrganizations'] as const

export const dynamicValues = [...dynamicDays, ...dynamicPeople] as const

export type DynamicDay = (typeof dynamicDays)[number]
export type DynamicValue = (typeof dynamicValues)[number]
