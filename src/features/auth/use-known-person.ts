import { useEffect, useRef } from 'react'
import type { Side } from '#src/lib/side.ts'
import { type KnownPerson, knownPerson } from './known-person.ts'

/**
 * Shares the signed-in user with the browser's other windows, and listens for their changes.
 * @param onOther called when another window signs in as another user, or with null when it signs out
 */
export function useKnownPerson(side: Side, person: KnownPerson, onOther: (other: KnownPerson | null) => void): void {
  const { userId, username, nickname } = person
  const latest = useRef(onOther)
  useEffect(() => {
    latest.current = onOther
  }, [onOther])

  useEffect(() => {
    const store = knownPerson[side]
    const [before, now] = [store.read(), { userId, username, nickname }]
    if (JSON.stringify(before) !== JSON.stringify(now)) store.write(now)
    return store.subscribe(() => {
      const other = store.read()
      if (other?.userId !== userId) latest.current(other)
    })
  }, [side, userId, username, nickname])
}
