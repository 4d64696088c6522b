/** Ids of jobs that this page started or saw running. The page must notice their end. */
export const openJobs = new Set<number>()

/** Ids of jobs whose end an open dialog shows, so no toast reports it. */
export const attendedJobs = new Set<number>()
