import { preparedData } from '../../tests/support/prepared.ts'

/** Prepares the data directory that every worker's product copies, before the first worker needs it. */
export default async function setup(): Promise<void> {
  await preparedData()
}
