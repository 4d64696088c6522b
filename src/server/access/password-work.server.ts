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

/** What the lists, made from English ones, lack of the passwords that people in China try first: words and numbers. */
const HABITS =
  'woaini woaiwojia nihao mima zhongguo beijing jiaoyu xuexiao laoshi xuesheng zhongxue xiaoxue 5201314 1314 520 521 888 666 168'.split(
    ' ',
  )

/** Answers the orders of the process. */
export function judgeInThread(): void {
  const known = new Set(common.dictionary['passwords-common'])
  const strength = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, habits: HABITS },
    graphs: common.adjacencyGraphs,
    maxLength: LONGEST,
  })
  parentPort?.on('message', async ({ id, password, names }: JudgeOrder) => {
    const plain = password.slice(0, LONGEST)
    const spelled = await spellings(names)
    const judgement: Judgement = {
      score: strength.check(plain, spelled).score,
      common: isCommon(plain.toLowerCase(), spelled, known),
    }
    parentPort?.postMessage({ id, ...judgement })
  })
}

/** How people write names in a password: as they are, without spaces and dots, in pinyin, and backwards. */
async function spellings(names: readonly string[]): Promise<string[]> {
  const small = names.map((name) => name.toLowerCase())
  const han = small.filter((name) => /\p{Script=Han}/u.test(name))
  // The dictionary of pinyin is loaded with the first name that needs it.
  const { pinyin } = han.length > 0 ? await import('pinyin-pro') : { pinyin: undefined }
  const spoken = han.map((name) => pinyin?.(name, { toneType: 'none', type: 'array', surname: 'head' }).join('') ?? '')
  const plain = [...small, ...spoken.map((name) => name.replaceAll('ü', 'v'))].flatMap((name) => [name, letters(name)])
  return [...new Set(plain.flatMap((name) => [name, [...name].reverse().join('')]))]
}

function letters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Known, with whatever signs between its letters, or known once the names and habits are taken out. */
function isCommon(password: string, names: readonly string[], known: ReadonlySet<string>): boolean {
  return [password, letters(password)].some((text) => {
    if (known.has(text)) return true
    const rest = without(text, [...names, ...HABITS])
    return rest !== text && (letters(rest).length < LEAST_REST || known.has(rest) || known.has(letters(rest)))
  })
}

/** The longest words first: `zhangwei` before `wei`. */
function without(password: string, words: readonly string[]): string {
  return words
    .filter((word) => word.length >= SHORTEST_NAME)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), password)
}
