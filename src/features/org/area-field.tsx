import { CascadeField } from '#src/crud/fields/cascade-field.tsx'
import type { FieldProps } from '#src/crud/fields/use-bound-field.ts'
import { areaLevels, areasBelow } from '#src/features/area/area.queries.ts'

/** Province, city, county. */
export function AreaField(props: FieldProps) {
  return <CascadeField {...props} levels={areaLevels()} below={areasBelow} />
}
