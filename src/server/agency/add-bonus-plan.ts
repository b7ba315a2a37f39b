import { addBonusPlan as endpoint } from '../../contract/agentur-praemienplan.ts'
import { checkPlan, planLimits, type PlanProblem } from '../../domain/bonus.ts'
import { say, type Said } from '../../domain/say.ts'
import { audit } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { insertPlan, listPlans, lockPlans } from '../catalogue/bonus-plan-store.ts'
import { serve } from '../serve.ts'
import { agencyUserOf } from './session.ts'

const problems: Record<PlanProblem | 'many', Said & { field: string }> = {
  name: {
    field: 'Name',
    de: 'Bitte geben Sie dem Plan einen Namen mit höchstens 80 Zeichen.',
    du: 'Bitte gib dem Plan einen Namen mit höchstens 80 Zeichen.',
    en: 'Please give the plan a name of at most 80 characters.',
  },
  fixed: {
    field: 'FestbetragCent',
    de: 'Bitte geben Sie einen Betrag von 0 bis 1.000 Euro ein.',
    du: 'Bitte gib einen Betrag von 0 bis 1.000 Euro ein.',
    en: 'Please enter an amount from 0 to 1,000 euros.',
  },
  stages: {
    field: 'Stufen',
    de: 'Stufen gelten ab dem zweiten oder einem späteren Kunden, jede ab einem späteren als die davor und mit mindestens demselben Betrag.',
    en: 'Stages begin with the second customer or later, each with a later one than the stage before and with at least its amount.',
  },
  period: {
    field: 'ZeitraumMonate',
    de: 'Bitte geben Sie einen Zeitraum von 1 bis 36 Monaten ein.',
    du: 'Bitte gib einen Zeitraum von 1 bis 36 Monaten ein.',
    en: 'Please enter a period of 1 to 36 months.',
  },
  validFrom: {
    field: 'GueltigAb',
    de: 'Ein Plan kann nicht in der Vergangenheit beginnen.',
    en: 'A plan cannot begin in the past.',
  },
  many: {
    field: 'Name',
    de: 'Sie haben schon 50 Prämienpläne. Bitte löschen Sie zuerst einen davon.',
    du: 'Du hast schon 50 Prämienpläne. Bitte lösch zuerst einen davon.',
    bonus: {
      de: 'Sie haben schon 50 Bonuspläne. Bitte löschen Sie zuerst einen davon.',
      du: 'Du hast schon 50 Bonuspläne. Bitte lösch zuerst einen davon.',
    },
    en: 'You have 50 reward plans already. Please delete one of them first.',
  },
}

export const addBonusPlan = serve(endpoint, async (call) => {
  const { tenant, body, today, now } = call
  const { agencyId, userId } = agencyUserOf(call.caller)
  const refuse = (found: (PlanProblem | 'many')[]) =>
    fail('validation', {
      fields: found.map((one) => ({
        field: problems[one].field,
        message: say(problems[one], call),
      })),
    })
  const found = checkPlan(body, today)
  if (found.length > 0) throw refuse(found)
  return call.transaction(async (tx) => {
    await lockPlans(tx, tenant.code, agencyId)
    if ((await listPlans(tx, tenant.code, agencyId)).length >= planLimits.plans)
      throw refuse(['many'])
    const planId = uuidv7()
    await insertPlan(tx, tenant.code, { ...body, planId, agencyId, userId, at: now })
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(call.caller),
      action: 'add-bonus-plan',
      subjectKind: 'bonus-plan',
      subjectId: planId,
      details: { ...body },
    })
    return { id: planId }
  })
})
