/** Filter values that the server computes for each request: periods in the site's time zone. */
const dynamicDays = [
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

/** Filter values for the actor and the actor's organization. `myOrganizations` includes all organizations below it. */
const dynamicPeople = ['me', 'myOrganization', 'myOrganizations'] as const

export const dynamicValues = [...dynamicDays, ...dynamicPeople] as const

export type DynamicDay = (typeof dynamicDays)[number]
export type DynamicValue = (typeof dynamicValues)[number]
