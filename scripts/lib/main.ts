import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EmbeddedError } from '#src/db/embedded/errors.server.ts'
import { type Env, EnvError, loadEnvFile, readEnv } from '#src/lib/env.ts'

/** The project's directory. Every script works in it, wherever it was started. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A failure with a message for the user who started the script. */
export class ScriptError extends Error {
  override name = 'ScriptError'
}

/** A refusal of the product that is meant for the user who started the script; any other error stays what it is. */
export function asScriptError(error: unknown): never {
  throw error instanceof Error && error.constructor === Error ? new ScriptError(error.message) : error
}

/** Writes a line to the terminal. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/**
 * Runs a script's work in the project's directory. A failure is printed as a message and ends the process with exit
 * code 1.
 */
export async function main(work: (env: Env) => Promise<void>): Promise<void> {
  process.chdir(root)
  try {
    loadEnvFile()
    await work(readEnv(process.env))
  } catch (error) {
    fail(error)
  }
}

/** Prints the error message and ends the process with exit code 1. */
export function fail(error: unknown): never {
  process.stderr.write(`${sentence(error)}\n`)
  process.exit(1)
}

/** The error message for the user at the terminal. A stack is included only for unexpected errors. */
export function sentence(error: unknown): string {
  if (error instanceof EnvError || error instanceof EmbeddedError || error instanceof ScriptError) return error.message
  const codes = codesOf(error)
  if (error instanceof Error && codes.some((code) => code.startsWith('ERR_PARSE_ARGS'))) return error.message
  const messages = causes(error).map(({ message }) => message)
  if (isFull(error)) {
    return 'The disk that holds the data is full: free some space and start again.'
  }
  if (codes.some((code) => code === '28P01' || code === '28000')) {
    return 'The database server refuses the user or the password in DATABASE_URL.'
  }
  if (codes.includes('3D000')) return 'The database named in DATABASE_URL does not exist: create it first.'
  if (codes.some((code) => ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'].includes(code))) {
    return 'The database server in DATABASE_URL cannot be reached: check the address and whether it runs.'
  }
  const lost = ['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE']
  if (codes.some((code) => lost.includes(code)) || messages.includes('Connection terminated unexpectedly')) {
    return 'The database has ended, or the connection to it is lost: try again when it runs.'
  }
  if (codes.includes('55P03')) {
    return 'A table was in use all the time, so the database could not be brought up to date: start again later.'
  }
  if (codes.includes('42501')) return 'The user in DATABASE_URL may not create what the product needs in its database.'
  return error instanceof Error
    ? `This went wrong: ${error.stack ?? error.message}`
    : `This went wrong: ${String(error)}`
}

/** Whether a disk is full, or the user's part of it. */
export function isFull(error: unknown): boolean {
  return codesOf(error).some((code) => code === 'ENOSPC' || code === '53100' || code === 'EDQUOT')
}

function codesOf(error: unknown): string[] {
  return causes(error).map((cause) => String('code' in cause ? cause.code : ''))
}

function causes(error: unknown): Error[] {
  if (!(error instanceof Error)) return []
  const several = error instanceof AggregateError ? error.errors.flatMap(causes) : []
  return [error, ...several, ...causes(error.cause)]
}
