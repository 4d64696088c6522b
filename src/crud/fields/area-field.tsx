import { areaLevels, areasBelow } from '../calls/area-queries.ts'
import { CascadeField } from './cascade-field.tsx'
import type { FieldProps } from './use-bound-field.ts'

/** Province, city and county, limited to the first `levels` levels. */
export function AreaField({ levels = 3, ...rest }: FieldProps & { levels?: 1 | 2 | 3 }) {
  return <CascadeField {...rest} levels={areaLevels().slice(0, levels)} below={areasBelow} />
}
