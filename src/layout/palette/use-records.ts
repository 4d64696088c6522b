import { useEffect, useState } from 'react'
import { failureText } from '#src/backend/failure-text.ts'

/** A record that the server has found. */
export type PaletteRecord = { id: number; title: string; code: string | null; hint: string | null }

/** The records of one resource. `more`: there are more than `total`. `edit`: the user may change them. */
export type RecordGroup = {
  key: string
  menu: string
  edit: boolean
  list: PaletteRecord[]
  total: number
  more: boolean
}

/** `late`: the menus of the resources whose search took too long. */
export type RecordAnswer = { groups: RecordGroup[]; late: string[] }

/** Searches for a text. `longer`: it may take longer than people usually wait while they type. */
export type FindRecords = (text: string, longer: boolean, signal: AbortSignal) => Promise<RecordAnswer>

/** `of`: the text that the groups are the answer to. */
type Answer = RecordAnswer & { of: string; failure?: string }

export type Records = RecordAnswer & {
  /** The groups answer another text: the one before. */
  pending: boolean
  failure: string | undefined
  again(): void
  /** Searches once more, with more time for the resources that took too long. */
  longer(): void
}

const none: Answer = { of: '', groups: [], late: [] }

/** Milliseconds without another key before the server is asked. */
const PAUSE = 150

/** One Chinese sign says something, one letter does not. */
export const isSearchable = (text: string) => /\p{Script=Han}/u.test(text) || [...text].length >= 2

/** Searches the records for a text. The answer to an earlier text is dropped, and its request is given up. */
export function useRecords(text: string, find: FindRecords | undefined): Records {
  const wanted = find && isSearchable(text) ? text : ''
  const [answer, setAnswer] = useState(none)
  const [round, setRound] = useState({ number: 0, longerFor: '' })
  if (wanted === '' && answer !== none) setAnswer(none)
  useEffect(() => {
    if (wanted === '' || !find) return
    const leaving = new AbortController()
    const timer = setTimeout(async () => {
      const found = await find(wanted, round.longerFor === wanted, leaving.signal).catch((error: unknown) => ({
        groups: [],
        late: [],
        failure: failureText(error),
      }))
      if (!leaving.signal.aborted) setAnswer({ ...found, of: wanted })
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [wanted, find, round])
  const ask = (longerFor: string) => {
    // What has been found stays on screen until the new answer is there.
    setAnswer({ ...answer, of: '' })
    setRound({ number: round.number + 1, longerFor })
  }
  return {
    groups: answer.groups,
    late: answer.late,
    pending: wanted !== answer.of,
    failure: wanted === answer.of ? answer.failure : undefined,
    again: () => ask(''),
    longer: () => ask(wanted),
  }
}
