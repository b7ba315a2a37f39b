import type { SellerKind } from '../../domain/seller.ts'
import { registrationRefusals, registrationRefusalTexts } from '../../domain/seller.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { RadioRow } from '../ui/form/radio-cards.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { accessActs, reasonRules, refusalRules, type Seller } from './seller-calls.ts'
import { useAbility } from './use-place.ts'

const verdictsOf = {
  wartet: ['aktivieren', 'ablehnen'],
  aktiv: ['deaktivieren', 'schliessen'],
  inaktiv: ['aktivieren', 'schliessen'],
  geschlossen: ['aktivieren'],
} as const

const isDangerous = (verdict: string) => verdict !== 'aktivieren'

/** What can be decided in this state; what is forbidden stays visible. */
export function SellerActs({
  kind,
  seller,
  answer,
}: {
  kind: SellerKind
  seller: Seller
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consoleSellers')
  const ability = useAbility()
  const verdicts: readonly (typeof verdictsOf)['wartet' | 'aktiv'][number][] =
    verdictsOf[seller.state]
  const titles = verdicts.map((verdict) => t(`act.${verdict}`))
  if (seller.isOwnCase) return <ForbiddenActs titles={titles} why={t('own')} />
  if (!ability.can('decide', 'agencies'))
    return <ForbiddenActs titles={titles} why={t('noRight')} />
  const labels = { reason: t('why'), refusal: t('refusal') }
  const whose = kind === 'agency' ? 'agency' : 'partner'
  const mayActivate = seller.state !== 'wartet' || seller.isConfirmed
  return (
    <div className="grid gap-3">
      {mayActivate ? null : <ForbiddenActs titles={[t('act.aktivieren')]} why={t('unconfirmed')} />}
      <div className="person-acts">
        {verdicts
          .filter((verdict) => mayActivate || verdict !== 'aktivieren')
          .map((verdict) => (
            <Act
              key={verdict}
              id={verdict}
              title={t(`act.${verdict}`)}
              kind={isDangerous(verdict) ? 'danger' : 'primary'}
              rules={verdict === 'ablehnen' ? refusalRules : reasonRules}
              labels={labels}
              answer={answer}
            >
              <p>
                {verdict === 'ablehnen' ? t('actText.ablehnen') : t(`actText.${verdict}.${whose}`)}
              </p>
              <input type="hidden" name="version" value={seller.version} />
              {verdict === 'ablehnen' ? (
                <RadioRow
                  name="refusal"
                  options={registrationRefusals.map((value) => ({
                    value,
                    title: registrationRefusalTexts[value][locale],
                  }))}
                />
              ) : null}
              <TextField name="reason" autoComplete="off" hint={t('whyHint')} />
            </Act>
          ))}
      </div>
    </div>
  )
}

/** The way in of a person: the link again, and the end of all sessions. */
export function AccessActs({ isOwn, answer }: { isOwn: boolean; answer: FormAnswer | undefined }) {
  const t = useTexts('consoleSellers')
  const ability = useAbility()
  const titles = accessActs.map((act) => t(`access.${act}`))
  if (isOwn) return <ForbiddenActs titles={titles} why={t('own')} />
  if (!ability.can('update', 'agencies'))
    return <ForbiddenActs titles={titles} why={t('noAccessRight')} />
  return (
    <div className="person-acts">
      {accessActs.map((act) => (
        <Act
          key={act}
          id={act}
          title={t(`access.${act}`)}
          rules={reasonRules}
          labels={{ reason: t('why') }}
          answer={answer}
        >
          <p>{t(`access.${act}Text`)}</p>
          <TextField name="reason" autoComplete="off" hint={t('whyHint')} />
        </Act>
      ))}
    </div>
  )
}
