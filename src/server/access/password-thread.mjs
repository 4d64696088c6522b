// The program of the thread that judges passwords. See `password-judge.server.ts`.

const { judgeInThread } = await import('./password-work.server.ts')
judgeInThread()
