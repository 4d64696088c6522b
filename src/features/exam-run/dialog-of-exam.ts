/** An exam as its page knows it. `held`: the user may lock and publish it. */
export type VersionedExam = { id: number; state: string; version: number; held: boolean }

/** What the dialogs of an exam's versions get. */
export type DialogOfExam = { exam: VersionedExam; onClose(): void; onChanged(): void }
