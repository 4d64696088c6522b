import type { StandOrder, StandRequest } from '../support/stream-stand.ts'

/** The server of event streams (`tests/support/stream-stand.ts`), with runs that only this test knows. */
export function standOf() {
  const address = `/stream-stand/${crypto.randomUUID()}`
  const order = (given: StandOrder) => fetch(address, { method: 'POST', body: JSON.stringify(given) })
  return {
    address,
    send: (uuid: string, ...messages: string[]) => order({ act: 'send', uuid, messages }),
    raw: (uuid: string, text: string) => order({ act: 'raw', uuid, text }),
    drop: (uuid: string) => order({ act: 'drop', uuid }),
    answer: (status: number) => order({ act: 'answer', status }),
    requests: async (): Promise<StandRequest[]> => (await fetch(address)).json(),
  }
}
