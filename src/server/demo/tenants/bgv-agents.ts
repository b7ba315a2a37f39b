import type { Agent } from '../../catalogue/agent-store.ts'

const rows: [id: string, firstName: string, lastName: string, zip: string, city: string][] = [
  ['A-1001', 'Korbinian', 'Obermaier', '83022', 'Rosenheim'],
  ['A-1002', 'Vroni', 'Almbauer', '82467', 'Garmisch-Partenkirchen'],
  ['A-1003', 'Cem', 'Yıldırımlar', '80331', 'München'],
  ['A-1004', 'Hannelore', 'Steinbrückner', '81671', 'München'],
  ['A-1005', 'Jörg', 'Müllenbach', '86150', 'Augsburg'],
  ['A-1006', 'Theresa', 'Großhuber', '84028', 'Landshut'],
  ['A-1007', 'Milan', 'Petrovac', '90402', 'Nürnberg'],
  ['A-1008', 'Annegret', 'Lindenschmidt', '93047', 'Regensburg'],
  ['A-1009', 'Quirin', 'Waldkofler', '87435', 'Kempten (Allgäu)'],
  ['A-1010', 'Sabine', 'Mayerhofen', '88131', 'Lindau (Bodensee)'],
  ['A-1011', 'Falk', 'Hohenberger', '70173', 'Stuttgart'],
  ['A-1012', 'Ayşe', 'Demirkanat', '89073', 'Ulm'],
  ['A-1013', 'Lorenz', 'Fichtelmann', '95444', 'Bayreuth'],
  ['A-1014', 'Ingrid', 'Sonnleithner', '83435', 'Bad Reichenhall'],
  ['A-1015', 'Darius', 'Wiesengrund', '60311', 'Frankfurt am Main'],
  ['A-1016', 'Elfriede', 'Kaltenegger', '94032', 'Passau'],
  ['A-1017', 'Tobias', 'Rautenstrauß', '85049', 'Ingolstadt'],
  ['A-1018', 'Mareike', 'Oltmannsen', '20095', 'Hamburg'],
  ['A-1019', 'Bogdan', 'Zielonkiewicz', '01067', 'Dresden'],
  ['A-1020', 'Luise', 'Vorderegger', '83646', 'Bad Tölz'],
  ['A-1021', 'Emmerich', 'Haubentaler', '97070', 'Würzburg'],
  ['A-1022', 'Chiara', 'Montebianco', '79098', 'Freiburg im Breisgau'],
]

export const bgvAgents = rows.map(([agent_id, first_name, last_name, zip, city]): Agent => ({
  agent_id,
  first_name,
  last_name,
  zip,
  city,
}))
