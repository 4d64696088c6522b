import type { Side } from './side.ts'

/**
 * The header with the permission epoch of the signed-in user, which changes with every change of roles and rules.
 * Answers of the API have the epoch alone; those of the product's own server name the side: `admin=5301`.
 */
export const PERMISSION_EPOCH = 'x-permission-epoch'

/** Whether an epoch is later than another one. They are numbers, and later ones are greater. */
export function isLaterEpoch(epoch: string, than: string): boolean {
  return /^\d+$/.test(epoch) && /^\d+$/.test(than) && BigInt(epoch) > BigInt(than)
}

type Listener = (side: Side) => void

const latest = new Map<Side, string>()
const listeners = new Set<Listener>()
let heard = 0

/** What a browser knows of permission epochs from the answers that it gets. A server keeps nothing here. */
export const permissionEpochs = {
  latest: (side: Side): string | undefined => latest.get(side),
  /** How many answers have named one. */
  heard: (): number => heard,
  /** Notes the header of an answer. */
  note(header: string | null): void {
    for (const [side, epoch] of new URLSearchParams(header ?? '')) {
      if (side !== 'admin' && side !== 'user') continue
      heard += 1
      const known = latest.get(side)
      if (known !== undefined && !isLaterEpoch(epoch, known)) continue
      latest.set(side, epoch)
      for (const listener of listeners) listener(side)
    }
  },
  /** Calls the listener when a later epoch is noted. Returns a function that ends this. */
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
