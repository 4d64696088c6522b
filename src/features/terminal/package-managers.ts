/** The package managers that the terminal can use. */
export const packageManagers = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni'] as const
export type PackageManager = (typeof packageManagers)[number]

/** What stands for people who install packages themselves. The terminal then offers no installs. */
export const NO_MANAGER = 'none'

/** What may be chosen. */
export const managerChoices = [...packageManagers, NO_MANAGER] as const
export type ManagerChoice = (typeof managerChoices)[number]
