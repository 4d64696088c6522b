import { isRegistered, type Node, nodesOf } from '#src/resource/registry.ts'

/** The ledgers of a member, with their resources. */
export const memberLedgers = {
  money: { key: 'money-log', menu: 'user/moneyLog' },
  score: { key: 'score-log', menu: 'user/scoreLog' },
} as const

export type MemberLedger = keyof typeof memberLedgers

/** Whether somebody may see the entries of a ledger. */
export function ledgerNode(ledger: MemberLedger, can: (node: Node) => boolean): boolean {
  const { key } = memberLedgers[ledger]
  return isRegistered(key) && can(nodesOf(memberLedgers[ledger]).index)
}
