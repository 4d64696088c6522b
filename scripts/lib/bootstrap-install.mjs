import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BootstrapError, exists, outsidePath, root, run, say, tail } from './bootstrap-tools.mjs'

/** The oldest Node that runs TypeScript directly. It is sufficient when the packaged Node cannot be installed. */
const oldest = [22, 18]

const modules = join(root, 'node_modules')
const ownNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

/** Whether the packages in node_modules differ from the lock file's packages for this machine. */
export async function installIsStale() {
  const wanted = await packagesOf(join(root, 'package-lock.json'))
  const present = await packagesOf(join(modules, '.package-lock.json'))
  if (!wanted) throw new BootstrapError('package-lock.json is missing: this is not a complete copy of Yardstick.')
  if (!present) return true
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || entry.link) continue
    const found = present[path]
    if (found ? found.version !== entry.version || !fits(found) : !entry.optional && !entry.peer) return true
    // An optional package for this machine must be present. Optional packages for other machines are ignored.
    if (!found && entry.optional && (entry.os || entry.cpu) && fits(entry) && !entry.libc) return true
  }
  return Object.keys(present).some((path) => !(path in wanted)) || !(await nodeForScripts())
}

/**
 * Installs exactly the packages of the lock file, including the build tools. Only the packages that `allowScripts` of
 * package.json names run their install scripts.
 */
export async function install() {
  say('Installing packages: this takes about a minute and happens once.')
  const { code, output } = await npm(['ci', '--ignore-scripts'])
  if (code !== 0) {
    say(tail(output))
    throw new BootstrapError(reason(output))
  }
  const allowed = await allowedScripts()
  // The script of the package `node` fetches the Node binary for this machine. A good Node of the machine will do, too.
  const setup = allowed.includes('node') ? await runScripts(['node']) : { code: 0, output: '' }
  if (!(await nodeForScripts())) {
    say(tail(setup.output))
    throw new BootstrapError(
      `The packaged Node 24 could not be installed, and Node ${process.versions.node} is too old to do without: install Node ${oldest.join('.')} or later.`,
    )
  }
  if (setup.code !== 0) say('The packaged Node 24 could not be installed; going on with the Node of this machine.')
  const others = allowed.filter((name) => name !== 'node')
  if (others.length === 0) return
  const done = await runScripts(others)
  if (done.code === 0) return
  say(tail(done.output))
  throw new BootstrapError(`The install scripts of ${others.join(', ')} have failed (the reason stands above).`)
}

/** Runs the install scripts of packages, also where npm's settings forbid them. */
function runScripts(names) {
  return npm(['rebuild', '--ignore-scripts=false', ...names])
}

/** Packages, some of them with a version, whose install scripts may run. */
async function allowedScripts() {
  const { allowScripts = {} } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return Object.keys(allowScripts).filter((name) => allowScripts[name] === true)
}

/**
 * The npm scripts start and dev begin with "exec", so that npm sends signals to the server. A shell in between would
 * not pass them on. The command shell of Windows has no "exec", so this file provides it as a command.
 */
const exec = join(modules, '.bin', 'exec.cmd')

export async function execIsMissing() {
  return process.platform === 'win32' && !(await exists(exec))
}

export async function provideExec() {
  await writeFile(exec, '@%*\r\n')
}

/**
 * The Node that runs the TypeScript scripts: the packaged one, else this machine's Node when it is new enough, else
 * undefined.
 */
export async function nodeForScripts() {
  const { code } = await run(ownNode, ['--version']).catch(() => ({ code: 1 }))
  if (code === 0) return ownNode
  if (!systemNodeWillDo()) return undefined
  // npm finds this file first, so a broken link must not remain.
  await rm(ownNode, { force: true })
  return systemNode()
}

function systemNode() {
  return process.env.npm_node_execpath ?? process.execPath
}

function systemNodeWillDo() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = oldest
  return major > 23 || (major === 23 && minor >= 6) || (major === wantedMajor && minor >= wantedMinor)
}

function npm(args) {
  const options = [...args, '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const env = { PATH: outsidePath(), NODE_ENV: 'development' }
  const cli = process.env.npm_execpath
  return cli?.endsWith('.js') ? run(systemNode(), [cli, ...options], env) : run('npm', options, env)
}

function reason(output) {
  if (/ENOSPC|no space left/i.test(output))
    return `The disk that holds ${root} is full: free some space and start again.`
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|network/i.test(output)) {
    return 'The packages could not be fetched: check the network and the npm registry, then start again.'
  }
  if (/EACCES|EPERM/.test(output)) return `There is no permission to write in ${root}: give it to this user.`
  if (/EUSAGE/.test(output)) return 'package.json and package-lock.json do not fit together: run npm install.'
  return 'The packages could not be installed (the reason stands above).'
}

async function packagesOf(file) {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text && JSON.parse(text).packages
}

function fits({ os, cpu }) {
  return allows(os, process.platform) && allows(cpu, process.arch)
}

function allows(list, value) {
  if (!list) return true
  return list.includes(value) || (list.every((item) => item.startsWith('!')) && !list.includes(`!${value}`))
}
