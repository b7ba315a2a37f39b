import type { Said } from './say.ts'

// What the owner of a held reward is asked. Nothing about anybody else: the person on the other side stays out of it.

export const questionReasons = ['relation', 'contract', 'account', 'customer', 'own'] as const
export type QuestionReason = (typeof questionReasons)[number]

export const mostQuestionLetters = 500
export const mostAnswerLetters = 2000

export const questionTexts: Record<Exclude<QuestionReason, 'own'>, Said> = {
  relation: {
    de: 'Wer hat den Vertrag abgeschlossen: Sie selbst, jemand aus Ihrem Haushalt oder jemand anderes?',
    du: 'Wer hat den Vertrag abgeschlossen: du selbst, jemand aus deinem Haushalt oder jemand anderes?',
    en: 'Who signed the contract: you, somebody in your household, or somebody else?',
  },
  contract: {
    de: 'Wann und wo wurde der Vertrag abgeschlossen, und wie kam es dazu?',
    en: 'When and where was the contract signed, and how did it come about?',
  },
  account: {
    de: 'Wem gehört das Bankkonto, das Sie angegeben haben?',
    du: 'Wem gehört das Bankkonto, das du angegeben hast?',
    en: 'Who owns the bank account that you gave us?',
  },
  customer: {
    de: 'Waren Sie vor diesem Vertrag schon Kundin oder Kunde des Anbieters?',
    du: 'Warst du vor diesem Vertrag schon Kundin oder Kunde des Anbieters?',
    en: 'Were you a customer of the provider before this contract?',
  },
}

/** Until when a case waits for an answer unless the operator says otherwise. */
export const daysToAnswer = 7
export const mostDaysToAnswer = 60
