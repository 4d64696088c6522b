/** Jobs whose end somebody sees on a screen of their own: nobody is told of it in passing. */
export const attendedJobs = new Set<number>()
