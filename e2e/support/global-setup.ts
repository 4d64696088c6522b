import { preparedData } from '../../tests/support/prepared.ts'

/** What every worker's product is a copy of, made before any of them needs it. */
export default async function setup(): Promise<void> {
  await preparedData()
}
