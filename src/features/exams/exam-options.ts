/** The options of a choice of exams. Those that look alike have their number. */
export function examOptions<T extends { id: number }>(exams: readonly T[], labelOf: (exam: T) => string) {
  const same = Map.groupBy(exams, labelOf)
  return exams.map((exam) => {
    const label = labelOf(exam)
    return { value: String(exam.id), label: (same.get(label)?.length ?? 0) > 1 ? `${label} #${exam.id}` : label }
  })
}
