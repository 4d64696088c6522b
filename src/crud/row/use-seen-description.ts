import { useMemo } from 'react'
import { useCan } from '#src/layout/can.tsx'
import type { Description } from '#src/resource/description.ts'
import { unseenFields, withoutFields } from '#src/resource/seen-fields.ts'

/** A description without the fields whose nodes the signed-in user lacks. */
export function useSeenDescription<TRow>(description: Description<TRow>): Description<TRow> {
  const can = useCan()
  const names = unseenFields(description, can)
    .map(({ name }) => name)
    .join()
  // The result stays the same as long as the user's rights do.
  return useMemo(() => withoutFields(description, names === '' ? [] : names.split(',')), [description, names])
}
