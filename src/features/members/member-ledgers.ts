import { isRegistered, type Node, nodesOf } from '#src/resource/registry.ts'

/** The ledgers of a member, with their resources. */
export const ledgers = {
  money: { key: 'money-log', menu: 'user/moneyLog' },
  score: { key: 'score-log', menu: 'user/scoreLog' },
} as const

export type Ledger = keyof typeof ledgers

/** Whether somebody may see the entries of a ledger. */
export function ledgerNode(ledger: Ledger, can: (node: Node) => boolean): boolean {
  const { key } = ledgers[ledger]
  return isRegistered(key) && can(nodesOf(ledgers[ledger]).index)
}
