import { type ReactNode, useState } from 'react'
import { useStable } from '#src/lib/use-stable.ts'
import { lazyDialog } from '#src/ui/lazy.tsx'

const DiscardQuestion = lazyDialog(
  async () => (await import('./discard-question.tsx')).DiscardQuestion,
  ({ onAnswer }) => onAnswer(false),
)

type Question = { titles: string[]; answer(discard: boolean): void }

/**
 * Asks the user whether the unsaved content of tabs may be discarded.
 * @returns `mayDiscard` to ask with, and `question`, the dialog element to render
 */
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
  const element: ReactNode = question && <DiscardQuestion titles={question.titles} onAnswer={question.answer} />
  return { mayDiscard, question: element }
}
