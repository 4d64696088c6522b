import { areaLevels, areasBelow } from '../calls/area-queries.ts'
import { CascadeSelect } from './cascade-select.tsx'

type AreaSelectProps = {
  label: string
  levels?: 1 | 2 | 3
  /** Empty: no area. */
  value: string
  onChange(value: string | null): void
  className?: string
}

/** Province, city and county outside of a form. The label is for screen readers. */
export function AreaSelect({ levels = 3, ...rest }: AreaSelectProps) {
  return <CascadeSelect {...rest} hideLabel levels={areaLevels().slice(0, levels)} below={areasBelow} />
}
