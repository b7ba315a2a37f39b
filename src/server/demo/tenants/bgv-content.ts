import type { TenantContent } from '../../../domain/tenant.ts'
import { bgvAgencyTexts } from './bgv-agency-texts.ts'
import { declareAccessibility } from './declare-accessibility.ts'

const how = { de: 'Empfehlen', en: 'Recommending' }
const reward = { de: 'Ihre Prämie', en: 'Your reward' }
const account = { de: 'Zugang und Datenschutz', en: 'Access and privacy' }

export const bgvContent: TenantContent = {
  agency: bgvAgencyTexts,
  faq: [
    {
      id: 'ablauf',
      group: how,
      question: { de: 'Wie läuft eine Empfehlung ab?', en: 'How does a recommendation work?' },
      answer: {
        de: 'Sie melden sich an, wählen einen Versicherungsschutz aus und erhalten einen persönlichen Link, einen QR-Code und einen Empfehlungscode. Einen davon geben Sie selbst weiter. Ihr Kontakt nimmt die Empfehlung an, bestätigt die E-Mail-Adresse und lässt sich von einer unserer Agenturen beraten. Den Stand sehen Sie jederzeit in Ihrem Bereich.',
        en: 'You log in, choose a policy and receive a personal link, a QR code and a recommendation code. You pass one of them on yourself. Your contact accepts the recommendation, confirms the e-mail address and takes advice from one of our agencies. You can see the progress in your personal area at any time.',
      },
    },
    {
      id: 'teilnahme',
      group: how,
      question: { de: 'Wer kann teilnehmen?', en: 'Who can take part?' },
      answer: {
        de: 'Volljährige Mitarbeitende und Agenturen der Bergvogel-Gruppe, die privat empfehlen und sich mit einer freigegebenen E-Mail-Adresse anmelden. Für Verträge, die Sie beruflich selbst vermitteln, gibt es keine Prämie aus diesem Programm.',
        en: 'Employees and agencies of the Bergvogel group who are of age, recommend privately and log in with an approved e-mail address. There is no reward from this programme for policies that you broker yourself professionally.',
      },
    },
    {
      id: 'gueltigkeit',
      group: how,
      question: { de: 'Wie lange ist ein Link gültig?', en: 'How long is a link valid?' },
      answer: {
        de: '60 Tage, bis zum Ablauf des 60. Tages. Wer die Empfehlung bis dahin angenommen hat, nimmt weiter teil, auch wenn der Vertrag erst danach zustande kommt. Für spätere Interessenten legen Sie eine neue Empfehlung an.',
        en: '60 days, until the end of the 60th day. Whoever has accepted by then remains in the programme, even if the policy is concluded later. For anybody after that, please make a new recommendation.',
      },
    },
    {
      id: 'beratung',
      group: how,
      question: {
        de: 'Muss ich selbst beraten oder Daten weitergeben?',
        en: 'Do I have to give advice or pass on data?',
      },
      answer: {
        de: 'Nein. Sie nennen nur den Link; die Beratung übernehmen ausschließlich unsere registrierten Agenturen. Ihr Kontakt entscheidet selbst, ob und welche Daten er angibt.',
        en: 'No. You only pass on the link; advice is given by our registered agencies alone. Your contact decides whether to give any data, and which.',
      },
    },
    {
      id: 'selbst',
      group: how,
      question: {
        de: 'Kann ich mich selbst oder meinen Haushalt empfehlen?',
        en: 'Can I recommend myself or my household?',
      },
      answer: {
        de: 'Sich selbst zu empfehlen ist ausgeschlossen. Bei gleichem Haushalt oder gleicher Bankverbindung prüfen wir die Empfehlung, bevor wir die Prämie freigeben.',
        en: 'You cannot recommend yourself. If both sides share a household or a bank account, we review the recommendation before we release the reward.',
      },
    },
    {
      id: 'wann',
      group: reward,
      question: { de: 'Wann erhalte ich meine Prämie?', en: 'When do I receive the reward?' },
      answer: {
        de: 'Sobald der Vertrag bestätigt, nicht widerrufen und die Frist von 14 Tagen abgelaufen ist, erhalten Sie eine E-Mail mit einem Link: Ihre Prämie steht bereit. Eine Überweisung trifft 4 bis 10 Wochen nach dieser Bereitstellung ein, je nachdem, wann Sie Ihre Bankverbindung angeben. Einen Gutschein erhalten Sie innerhalb von 24 Stunden per E-Mail.',
        en: 'As soon as the policy is confirmed, has not been withdrawn and the period of 14 days is over, you receive an e-mail with a link: your reward is ready. A bank transfer arrives 4 to 10 weeks after that, depending on when you enter your bank details. A voucher reaches you by e-mail within 24 hours.',
      },
    },
    {
      id: 'grenze',
      group: reward,
      question: {
        de: 'Warum erhält mein Kontakt höchstens 15 Euro?',
        en: 'Why does my contact receive 15 euros at most?',
      },
      answer: {
        de: 'Das Versicherungsaufsichtsgesetz (§ 48b) begrenzt Zuwendungen an Versicherungsnehmer auf 15 Euro je Vertrag und Kalenderjahr. Was bei einer Teilung darüber hinausgeht, erhalten Sie. Überlassen Sie alles Ihrem Kontakt, entfällt der übersteigende Teil. Die tatsächlichen Beträge sehen Sie vor Ihrer Zustimmung.',
        en: 'German insurance law (section 48b VAG) limits benefits to policyholders to 15 euros per policy and calendar year. If you share, what exceeds this goes to you. If you leave everything to your contact, the excess lapses. You see the actual amounts before you agree.',
      },
    },
    {
      id: 'auswahl',
      group: reward,
      question: { de: 'Was kann ich wählen?', en: 'What can I choose?' },
      answer: {
        de: 'Eine Überweisung auf ein Konto in Deutschland oder einen Gutschein unserer Partner. Gutscheine bieten wir an, wenn ihre Werte genau zum Betrag passen. Die Bankverbindung sehen nur Sie; wir zeigen sie verkürzt an.',
        en: 'A bank transfer to an account in Germany or a voucher of one of our partners. We offer vouchers when their values add up to exactly the amount. Only you see your bank details; we show them shortened.',
      },
    },
    {
      id: 'storno',
      group: reward,
      question: {
        de: 'Was geschieht, wenn der Vertrag storniert wird?',
        en: 'What happens if the policy is cancelled?',
      },
      answer: {
        de: 'Wird der Vertrag widerrufen, im ersten Jahr storniert oder der Beitrag nicht gezahlt, entfällt die Prämie, und Sie erhalten eine E-Mail. Ist der Betrag bereits ausgezahlt, kommen wir wegen der Rückzahlung auf Sie zu, wenn Sie den Grund zu vertreten haben.',
        en: 'If the policy is withdrawn, cancelled in its first year or the premium is not paid, the reward lapses and you receive an e-mail. If the amount has already been paid and the reason lies with you, we will contact you about paying it back.',
      },
    },
    {
      id: 'steuer',
      group: reward,
      question: { de: 'Muss ich die Prämie versteuern?', en: 'Is the reward taxable?' },
      answer: {
        de: 'Für Mitarbeitende kann sie lohnsteuerpflichtig sein. Die Personalabteilung rechnet dies, soweit nötig, mit der Gehaltsabrechnung ab. Agenturen klären es bitte mit ihrer Steuerberatung.',
        en: 'For employees it may be subject to wage tax. Where necessary, human resources settles this with the payslip. Agencies should please ask their tax adviser.',
      },
    },
    {
      id: 'zugang',
      group: account,
      question: {
        de: 'Ich kann mich nicht anmelden. Was kann ich tun?',
        en: 'I cannot log in. What can I do?',
      },
      answer: {
        de: 'Wählen Sie auf der Anmeldeseite „Passwort vergessen?“. Sie erhalten einen Link, der 24 Stunden gilt. Bitte verwenden Sie Ihre dienstliche Adresse: Andere Adressen sind für dieses Programm nicht freigegeben.',
        en: 'Choose “Forgot your password?” on the login page. You will receive a link that is valid for 24 hours. Please use your work address: other addresses are not approved for this programme.',
      },
    },
    {
      id: 'daten',
      group: account,
      question: {
        de: 'Welche Daten meines Kontakts sehe ich?',
        en: 'Which data of my contact can I see?',
      },
      answer: {
        de: 'Nur die Initialen und den Schritt, auf dem die Empfehlung steht. Vertrag, Beitrag und Gesundheitsangaben erfahren Sie nicht. Unbestätigte Daten löschen wir nach 12 Wochen. Einzelheiten stehen in den Datenschutzhinweisen.',
        en: 'Only the initials and the step the recommendation has reached. You learn nothing about the policy, the premium or health details. Unconfirmed data is deleted after 12 weeks. The privacy notice has the details.',
      },
    },
    {
      id: 'kontakt',
      group: account,
      question: { de: 'Wie erreiche ich Sie?', en: 'How can I reach you?' },
      answer: {
        de: 'Über das Kontaktformular, unter empfehlung@bergvogel.example oder telefonisch unter +49 89 99998 410: Montag bis Freitag von 8 bis 19 Uhr und Samstag von 9 bis 13 Uhr. Bitte halten Sie Ihre Empfehlungsnummer bereit.',
        en: 'Through the contact form, at empfehlung@bergvogel.example or by phone at +49 89 99998 410: Monday to Friday from 8 am to 7 pm and Saturday from 9 am to 1 pm. Please have your recommendation number at hand.',
      },
    },
  ],
  accessibility: declareAccessibility({
    name: 'Bergvogel',
    legalName: 'Bergvogel Versicherung AG',
    place: 'Am Vogelschrofen 1, 81671 München',
    email: 'empfehlung@bergvogel.example',
    phone: '+49 89 99998 410',
    address: 'Sie',
    about: {
      de: 'Auf diesen Seiten empfehlen Mitarbeitende und Agenturen Versicherungen der Bergvogel Versicherung AG, verfolgen den Stand ihrer Empfehlungen und rufen ihre Prämie ab. Kontakte geben hier ihre Daten an und werden an eine Agentur vermittelt. Jeder Schritt ist auf der jeweiligen Seite in Worten erklärt; weitere Hilfe bietet die Seite mit häufigen Fragen.',
      en: 'On these pages employees and agencies recommend policies of Bergvogel Versicherung AG, follow their recommendations and receive a reward. People who are recommended enter their data here and are put in touch with an agency. Every step is explained in words on its page, and the page of frequently asked questions gives further help.',
    },
    limits: {
      de: [
        'Seiten der Gutscheinpartner, auf die wir keinen Einfluss haben. Statt eines Gutscheins können Sie immer die Überweisung wählen.',
        'Messenger und Netzwerke, die sich beim Teilen öffnen. Sie können den Link stattdessen kopieren oder den Code mündlich weitergeben.',
        'Vertragsunterlagen, die Ihnen eine Agentur als PDF aushändigt: Ältere Dokumente sind noch nicht für Screenreader aufbereitet. Auf Wunsch lesen wir sie Ihnen vor oder senden sie als Text.',
      ],
      en: [
        'Pages of voucher partners, on which we have no influence. You can always choose a bank transfer instead of a voucher.',
        'Messengers and networks that open when you share. You can copy the link instead, or tell somebody the code.',
        'Policy documents that an agency hands out as PDF: older documents are not yet prepared for screen readers. On request we read them to you or send them as text.',
      ],
    },
  }),
}
