import type { DemoTenant } from './demo-tenant.ts'

export const standardCampaigns: NonNullable<DemoTenant['campaigns']> = [
  {
    id: 'sonnenbalkon',
    title: {
      de: 'Ein Balkonkraftwerk für deine Empfehlung',
      en: 'A balcony solar kit for your recommendation',
    },
    text: {
      de: 'Unter allen, die bis zum 31. Dezember 2027 empfehlen, verlosen wir jeden Monat ein Balkonkraftwerk mit 800 Watt. Deine Prämie bekommst du unabhängig davon.',
      en: 'Every month until 31 December 2027 we give away an 800-watt balcony solar kit among everyone who recommends us. Your reward does not depend on it.',
    },
    consent: {
      de: 'Ich nehme an der Verlosung des Balkonkraftwerks teil. Dafür darf Sonnseite meinen Namen und meine E-Mail-Adresse verwenden.',
      en: 'I take part in the draw for the balcony solar kit. Sonnseite may use my name and e-mail address for it.',
    },
    legalText: {
      de: `Veranstalterin ist die Sonnseite Energie & Zuhause GmbH, Sonnwinkelgasse 14, 50968 Köln. Teilnehmen können natürliche Personen ab 18 Jahren mit Wohnsitz in Deutschland, die vom 1. Januar 2026 bis zum 31. Dezember 2027 eine Empfehlung erstellen und der Teilnahme zustimmen. Beschäftigte der Veranstalterin sind ausgeschlossen. Ein Vertrag kommt dafür nicht zustande und muss nicht geschlossen werden; auch ohne Teilnahme bekommst du deine Prämie.

Verlost wird in jedem Kalendermonat ein Balkonkraftwerk (800 Watt) unter allen Teilnehmenden dieses Monats. Jede Person nimmt je Monat einmal teil, gleich wie viele Empfehlungen sie erstellt. Das Los entscheidet in der ersten Woche des Folgemonats. Wer gewinnt, bekommt eine E-Mail; meldet sich die Person nicht innerhalb von 14 Tagen, wird neu gelost. Eine Barauszahlung ist nicht möglich, die Lieferung ist kostenlos.

Deinen Namen und deine E-Mail-Adresse verarbeiten wir mit deiner Einwilligung (Art. 6 Abs. 1 Buchstabe a DSGVO) nur für die Verlosung und löschen die Teilnahme drei Monate nach der Ziehung. Die Einwilligung kannst du jederzeit mit Wirkung für die Zukunft widerrufen, zum Beispiel mit einer E-Mail an hallo@sonnseite.example; dann nimmst du nicht mehr teil. Gesetzliche Ansprüche bleiben unberührt.`,
      en: `The organiser is Sonnseite Energie & Zuhause GmbH, Sonnwinkelgasse 14, 50968 Köln, Germany. Natural persons aged 18 or over living in Germany can take part if they create a recommendation between 1 January 2026 and 31 December 2027 and agree to take part. Employees of the organiser are excluded. No contract is needed for it, and you get your reward whether you take part or not.

Each calendar month one balcony solar kit (800 watts) is drawn among everyone who took part in that month. Each person takes part once a month, however many recommendations they create. The draw takes place in the first week of the following month. The winner is told by e-mail; if they do not answer within 14 days, the draw is repeated. The prize cannot be paid in cash, and delivery is free.

With your consent (Article 6(1)(a) GDPR) we use your name and e-mail address for the draw alone, and delete your entry three months after it. You can withdraw your consent at any time for the future, for example by e-mail to hallo@sonnseite.example; you then no longer take part. Statutory claims are not affected.`,
    },
    version: '2026-01',
    startsOn: '2026-01-01',
    endsOn: '2027-12-31',
  },
]
