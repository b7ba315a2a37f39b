import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'

/** A reward as its beneficiary's page shows it. */
export type OwnReward = AnswerOf<Endpoints['showReward']>
