/** Jobs that were begun here, or were seen at work, and whose end has to be noticed. */
export const openJobs = new Set<number>()

/** Jobs whose end somebody sees on a screen of their own: nobody is told of it in passing. */
export const attendedJobs = new Set<number>()
