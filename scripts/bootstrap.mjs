// Runs before start, dev, test and the tools (backup and so on), on any Node 20 or later. The terminal's working copies
// use the tasks `build` and `install`. No package may be installed yet, so this file may import nothing but Node's own
// modules.
import { join } from 'node:path'
import { buildIsStale, buildProduct, compileMessages, messagesAreStale } from './lib/bootstrap-build.mjs'
import { execIsMissing, install, installIsStale, provideExec } from './lib/bootstrap-install.mjs'
import { buildWaits, packagesWait, takeOverBuild, takeOverPackages } from './lib/bootstrap-next.mjs'
import { checkPort } from './lib/bootstrap-port.mjs'
import { BootstrapError, root, say, underLock } from './lib/bootstrap-tools.mjs'

const [major = 0] = process.versions.node.split('.').map(Number)

async function main(task) {
  if (major < 20) throw new BootstrapError(`Yardstick needs Node 20 or later, and this is ${process.versions.node}.`)
  process.chdir(root)
  if (task === 'start' || task === 'dev') await checkPort(task)
  const starts = task === 'start'
  const steps = [
    ...(starts ? [{ stale: packagesWait, work: takeOverPackages, failed: notTakenOver }] : []),
    { stale: installIsStale, work: install },
    { stale: execIsMissing, work: provideExec },
    ...(task === 'install' ? [] : [{ stale: messagesAreStale, work: compileMessages }]),
    ...(starts ? [{ stale: buildWaits, work: takeOverBuild, failed: notTakenOver }] : []),
    ...(starts || task === 'test' || task === 'build'
      ? [{ stale: buildIsStale, work: () => buildProduct(task === 'build') }]
      : []),
  ]
  for (const { stale, work, failed } of steps) {
    if (!(await stale())) continue
    // Another command in the same directory may be doing the same work. So check again when the lock is held.
    const done = underLock(join(root, '.cache', 'bootstrap.lock'), async () => {
      if (await stale()) await work()
    })
    await (failed ? done.catch(failed) : done)
  }
}

/** The product starts without it, for example where nobody may write in its directory. */
function notTakenOver(error) {
  say(`What the terminal has made for this start was not taken over: ${error.message}`)
}

main(process.argv[2] ?? 'start').catch((error) => {
  const full = error.code === 'ENOSPC' ? `The disk that holds ${root} is full: free some space and start again.` : ''
  const denied = ['EACCES', 'EPERM', 'EROFS'].includes(error.code)
    ? `There is no permission to write in ${root}: give it to this user, or run Yardstick from a copy of your own.`
    : ''
  say(full || denied || (error instanceof BootstrapError ? error.message : `Preparing failed: ${error.stack}`))
  process.exit(1)
})
