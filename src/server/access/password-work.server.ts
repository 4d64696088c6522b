import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'

/** A password to judge, with what its owner is called. */
export type JudgeOrder = { id: number; password: string; names: readonly string[] }

/** From 0, guessed at once, to 4. `common`: it is known, or nothing but the names of its owner and something known. */
export type Judgement = { score: 0 | 1 | 2 | 3 | 4; common: boolean }

/** The longest password that there is. */
const LONGEST = 32
/** What has to be left of a password without the names of its owner. */
const LEAST_REST = 4
/** Shorter names, as initials, are part of many good passwords. */
const SHORTEST_NAME = 2

/** Answers the orders of the process, one after another. */
export function judgeInThread(): void {
  const known = new Set(common.dictionary['passwords-common'])
  const strength = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: LONGEST,
  })
  parentPort?.on('message', ({ id, password, names }: JudgeOrder) => {
    const plain = password.slice(0, LONGEST)
    const judgement: Judgement = {
      score: strength.check(plain, [...names]).score,
      common: isCommon(plain.toLowerCase(), names, known),
    }
    parentPort?.postMessage({ id, ...judgement })
  })
}

function isCommon(password: string, names: readonly string[], known: ReadonlySet<string>): boolean {
  if (known.has(password)) return true
  const rest = withoutNames(password, names)
  if (rest === password) return false
  const letters = rest.replaceAll(/[^\p{L}\p{N}]/gu, '')
  return letters.length < LEAST_REST || known.has(rest) || known.has(letters)
}

/** The longest names first: `zhangwei` before `wei`. */
function withoutNames(password: string, names: readonly string[]): string {
  return names
    .map((name) => name.toLowerCase())
    .filter((name) => name.length >= SHORTEST_NAME)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, name) => rest.replaceAll(name, ''), password)
}
