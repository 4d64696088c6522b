import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useStable } from '#src/lib/use-stable.ts'

const DiscardQuestion = lazy(() => import('./discard-question.tsx').then((m) => ({ default: m.DiscardQuestion })))

type Question = { titles: string[]; answer(discard: boolean): void }

/** Asks whether the unsaved content of tabs may go: the function to ask with, and the place where the question stands. */
export function useDiscardQuestion(titleOf: (path: string) => string) {
  const [question, setQuestion] = useState<Question | null>(null)
  const mayDiscard = useStable(
    (paths: string[]) =>
      new Promise<boolean>((resolve) => {
        const answer = (discard: boolean) => {
          setQuestion(null)
          resolve(discard)
        }
        setQuestion({ titles: paths.map(titleOf), answer })
      }),
  )
  const element: ReactNode = question && (
    <Suspense>
      <DiscardQuestion titles={question.titles} onAnswer={question.answer} />
    </Suspense>
  )
  return { mayDiscard, question: element }
}
