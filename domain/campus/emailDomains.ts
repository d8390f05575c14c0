/**
 * E-mail domains of each campus's members (CAMP-04, Q01). A subdomain counts only when it is listed itself: `cs.ou.edu`
 * is not `ou.edu`. Every domain ends in .edu.
 */
export const emailDomains = {
  campus: [],
  ou: ['ou.edu'],
  /** The University of Texas system: Austin and the other schools of the system. */
  ut: [
    'utexas.edu',
    'my.utexas.edu',
    'austin.utexas.edu',
    'uta.edu',
    'mavs.uta.edu',
    'utdallas.edu',
    'utep.edu',
    'miners.utep.edu',
    'utpb.edu',
    'utrgv.edu',
    'utsa.edu',
    'my.utsa.edu',
    'uttyler.edu',
    'patriots.uttyler.edu',
    'sfasu.edu',
    'jacks.sfasu.edu',
    'utmb.edu',
    'uthscsa.edu',
    'uth.tmc.edu',
    'utsouthwestern.edu',
    'utsystem.edu',
  ],
  smu: ['smu.edu'],
  uf: ['ufl.edu'],
  ucla: ['ucla.edu', 'g.ucla.edu'],
  stanford: ['stanford.edu'],
  duke: ['duke.edu'],
  okstate: ['okstate.edu'],
  tamu: ['tamu.edu'],
  mit: ['mit.edu'],
  harvard: ['harvard.edu', 'college.harvard.edu'],
  ucf: ['ucf.edu', 'knights.ucf.edu'],
  fsu: ['fsu.edu', 'my.fsu.edu'],
  unt: ['unt.edu', 'my.unt.edu'],
} as const satisfies Record<string, readonly string[]>;
