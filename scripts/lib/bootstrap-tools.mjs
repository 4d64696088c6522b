import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as util from 'node:util'

/** The directory of package.json. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A failure with a message for the user who started the product. */
export class BootstrapError extends Error {}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** A variable of the environment, or of .env. */
export async function setting(name) {
  if (process.env[name]) return process.env[name]
  const file = await readFile(join(root, '.env'), 'utf8').catch(() => '')
  return util.parseEnv?.(file)[name]
}

/** PATH without this project's own binaries. They include a Node that an install deletes. */
export function outsidePath() {
  const own = join(root, 'node_modules')
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.startsWith(own))
    .join(delimiter)
}

/**
 * Runs a program, and prints its output only when it is `shown`.
 * @returns {Promise<{ code: number, output: string }>} its exit code and its output
 */
export function run(file, args, env = {}, cwd = root, shown = false) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const name of ['stdout', 'stderr']) {
      child[name].on('data', (chunk) => {
        output += chunk
        if (shown) process[name].write(chunk)
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** The last lines of a program's output, to show when it failed. */
export function tail(output, lines = 30) {
  return output.trim().split('\n').slice(-lines).join('\n')
}

/** A hash over the names and contents of files and directories, without the paths that match `skip`. */
export async function hashOf(paths, skip = /$^/) {
  const hash = createHash('sha256')
  for (const path of paths) await addTo(hash, path, skip)
  return hash.digest('hex')
}

async function addTo(hash, path, skip) {
  const found = await stat(join(root, path)).catch(() => undefined)
  if (!found || skip.test(path)) return
  if (found.isDirectory()) {
    for (const name of (await readdir(join(root, path))).sort()) await addTo(hash, `${path}/${name}`, skip)
  } else {
    hash.update(`${path}\0${found.size}\0`).update(await readFile(join(root, path)))
  }
}

/** A hash over the contents of files; a missing one counts as empty. */
export async function fileHash(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(await readFile(path).catch(() => '')).update('\0')
  return hash.digest('hex')
}

/**
 * Writes a file so that it is never half there.
 * @param from the file that has the content, or with `isText` the content
 */
export async function putInPlace(from, to, isText = false) {
  await writeFile(`${to}.new`, isText ? from : await readFile(from))
  await rename(`${to}.new`, to)
}

/** Whether a stamp file contains this value. */
export async function stamped(file, value) {
  return (await readFile(file, 'utf8').catch(() => '')) === value
}

export async function exists(path) {
  return Boolean(await stat(path).catch(() => undefined))
}

/** Runs `work` while no other process in this directory does. The lock of a killed process is removed. */
export async function underLock(file, work) {
  await mkdir(dirname(file), { recursive: true })
  for (let told = false; !(await take(file)); told = true) {
    if (!told) say('Another command is preparing this directory; waiting for it.')
    await sleep(300)
  }
  try {
    await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function take(file) {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const written = await stat(file).catch(() => undefined)
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  const age = written ? Date.now() - written.mtimeMs : 0
  // After one second the writer has certainly written its pid. Half an hour is the limit in case the pid is reused.
  if (written && age > 1_000 && (!alive(pid) || age > 1_800_000)) await rm(file, { force: true })
  return false
}

function alive(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
