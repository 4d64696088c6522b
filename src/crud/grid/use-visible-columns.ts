import { type RefObject, useEffect, useState } from 'react'

/** Pixels beyond each edge that are rendered too, so that no cell is empty while the user scrolls sideways. */
const BEYOND = 300

/**
 * The columns of a wide grid that are in the viewport or near it. When only some rows are rendered, the cells of all
 * other columns stay empty, because rendering cells is most of the work of scrolling.
 * @param key changes with the columns and their widths
 * @returns undefined while all columns are rendered
 */
export function useVisibleColumns(scroller: RefObject<HTMLElement | null>, key: string, enabled: boolean) {
  const [visible, setVisible] = useState<ReadonlySet<string>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key means new columns, which need a new measurement
  useEffect(() => {
    const element = scroller.current
    if (!element || !enabled) return setVisible(undefined)
    let left = Number.NaN
    const measure = () => {
      if (element.scrollLeft === left) return
      left = element.scrollLeft
      const next = visibleIn(element)
      setVisible((old) => (old && same(old, next) ? old : next))
    }
    const sizes = new ResizeObserver(() => {
      left = Number.NaN
      measure()
    })
    sizes.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller, key, enabled])
  return visible
}

function visibleIn(scroller: HTMLElement): ReadonlySet<string> {
  const { left, right } = scroller.getBoundingClientRect()
  const heads = [...scroller.querySelectorAll<HTMLElement>('thead th[data-column]')]
  const near = heads.filter((head) => {
    const box = head.getBoundingClientRect()
    return box.right > left - BEYOND && box.left < right + BEYOND
  })
  return new Set(near.map((head) => head.dataset.column ?? ''))
}

function same(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id))
}
