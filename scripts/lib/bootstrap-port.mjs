import { createServer } from 'node:net'
import { BootstrapError, setting } from './bootstrap-tools.mjs'

/** Checks early, before an install of some minutes, whether the port is free. The server checks it again. */
export async function checkPort(task) {
  const port = Number((await setting('PORT')) || 3000)
  const host = (await setting('HOST')) || 'localhost'
  // Invalid values are reported by the check of the environment.
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return
  const code = await tryToListen(port, host === 'localhost' ? '127.0.0.1' : host)
  if (code === 'EADDRINUSE') {
    throw new BootstrapError(
      `Port ${port} is taken by another program: stop it, or choose another one with PORT=… npm ${task === 'dev' ? 'run dev' : task}.`,
    )
  }
}

function tryToListen(port, host) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(error.code))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}
