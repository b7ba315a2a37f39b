import type { Localised } from './tenant.ts'

/** Why somebody's ways in are not ended here (decision 660); apart from the texts that every page of the console loads. */
export const beyondReach: Localised = {
  de: 'Diese Person arbeitet auch anderswo. Das darf nur, wer alle diese Teams verwaltet, oder der Plattformbetrieb. Das Recht hier lässt sich sofort beenden.',
  en: 'This person works elsewhere, too. Only whoever manages all of those teams, or the platform, may do this. Their right here can be ended at once.',
}
