import { z } from 'zod'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { count, flag, instant, payeeName } from './fields.ts'
import { shape } from './shape.ts'

// The account that a public tenant pays from: one person proposes another one, a second one approves it, and seven days later it is used.

const access = { caller: 'operator', console: 'any' } as const
const known = ['session-missing', 'not-authorised'] as const
const params = shape({ id: ['id', z.string().max(40)] })

export const accountStates = {
  open: 'offen',
  approved: 'freigegeben',
  used: 'gilt',
  stopped: 'beendet',
  expired: 'abgelaufen',
} as const

const account = shape({
  name: ['Inhaber', z.string()],
  iban: ['IBAN', z.string()], // whole for those who may approve it while it waits, else masked
  bic: ['BIC', z.string()],
})

export const showPayoutAccount = endpoint({
  ...access,
  needs: ['read', 'payout-account'],
  name: 'showPayoutAccount',
  method: 'GET',
  path: '/betrieb/zahlkonto',
  summary: 'The account that payouts leave from, and the latest changes of it',
  answer: shape({
    account: ['Konto', account],
    isDraft: ['Entwurf', flag], // its settings have the account
    noticeDays: ['FristTage', count],
    changes: [
      'Aenderungen', // the newest first
      z.array(
        shape({
          id: ['AenderungId', z.string()],
          state: ['Stand', z.enum(Object.values(accountStates))],
          before: ['Bisher', account],
          after: ['Neu', account],
          reason: ['Grund', z.string()],
          proposedBy: ['VorgeschlagenVon', z.string().nullable()],
          proposedAt: ['VorgeschlagenAm', instant],
          approvedBy: ['FreigegebenVon', z.string().nullable()],
          approvedAt: ['FreigegebenAm', instant.nullable()],
          useFrom: ['GiltAb', instant.nullable()],
          usedAt: ['GiltSeit', instant.nullable()],
          stoppedBy: ['BeendetVon', z.string().nullable()],
          stoppedAt: ['BeendetAm', instant.nullable()],
          stopReason: ['BeendetWeil', z.string().nullable()],
          cannotApprove: [
            'NichtFreigebbar', // null: the caller may
            z.enum(['over', 'own-proposal', 'not-authorised']).nullable(),
          ],
          version: ['Version', count],
        }),
      ),
    ],
  }),
  errors: [...known],
})

export const proposePayoutAccount = endpoint({
  ...access,
  needs: ['create', 'payout-account'],
  asksProof: true,
  name: 'proposePayoutAccount',
  method: 'POST',
  path: '/betrieb/zahlkonto',
  summary:
    'Proposes another account; nothing pays from it until somebody else agrees and seven days are over',
  body: shape({
    name: ['Inhaber', payeeName],
    iban: ['IBAN', z.string().max(60)],
    bic: ['BIC', z.string().max(20)],
    reason: ['Grund', reason],
  }),
  errors: [...known, 'proof-needed', 'changed-meanwhile'],
})

const decided = [...known, 'not-found', 'proof-needed', 'changed-meanwhile'] as const
const version = ['Version', count] as const

export const approvePayoutAccount = endpoint({
  ...access,
  needs: ['approve', 'payout-account'],
  asksProof: true,
  name: 'approvePayoutAccount',
  method: 'PUT',
  path: '/betrieb/zahlkonto/:id/freigabe',
  summary: 'Agrees to an account that somebody else proposed; it is used seven days later',
  params,
  body: shape({ version }),
  answer: shape({ useFrom: ['GiltAb', instant] }),
  errors: [...decided, 'second-person'],
})

export const stopPayoutAccount = endpoint({
  ...access,
  needs: ['update', 'payout-account'],
  asksProof: true,
  name: 'stopPayoutAccount',
  method: 'PUT',
  path: '/betrieb/zahlkonto/:id/ende',
  summary: 'Ends a change of the account before it is used',
  params,
  body: shape({ version, reason: ['Grund', reason] }),
  errors: [...decided],
})
