/** An assumption about people or machines: a number, and where it comes from. */
export interface Assumption {
  readonly value: number;
  readonly unit: string;
  readonly reason: string;
}

const assume = (value: number, unit: string, reason: string): Assumption => ({ value, unit, reason });

/**
 * What nobody has measured here. All of it is of the busiest hour of a usual day, and `of` the students of a campus,
 * whether they use the site or not.
 */
export const assumptions = {
  activeShare: assume(
    0.4,
    'of the students',
    'a share that comes each day; half of it is usual for a network of friends',
  ),
  visitsADay: assume(3, 'visits', 'between lectures, and in the evening'),
  busiestShare: assume(0.1, 'of the day’s visits', 'the busiest of 24 hours; evenly spread it were 0.04'),
  socketMinutes: assume(30, 'minutes', 'how long a tab stays open, looked at or not; phones close theirs sooner'),
  feedShare: assume(0.6, 'of the sockets', 'stand at the feed of their campus, which most commands change'),
  threadShare: assume(0.25, 'of the sockets', 'stand at one of the newest posts; the others at pages that stand still'),
  saves: assume(1.2, 'a visit', 'the easiest act'),
  comments: assume(0.5, 'a visit', 'a question about every second post that was looked at'),
  posts: assume(0.1, 'a visit', 'one in ten visits sells something'),
  pictures: assume(0.2, 'a visit', 'two a post'),
  signIns: assume(0.05, 'a visit', 'a session lasts 30 days; new devices, and those that log out'),
  clientLeastMs: assume(10, 'ms', 'one way between browser and server: a good Wi-Fi in the same region'),
  clientMostMs: assume(60, 'ms', 'the same: a phone at the edge of 4G; evenly drawn between the two'),
  insideMs: assume(0.25, 'ms', 'one way between two machines of one data centre'),
  engineFactor: assume(
    2,
    'times',
    'processor time of KurrentDB and MongoDB beside SQLite’s in this run: they also speak a protocol',
  ),
  cores: assume(2, 'cores a machine', 'those of the machine that measures; a core is taken to be as fast as its own'),
  linkMbits: assume(1_000, 'Mbit/s a machine', 'what small machines of a cloud may send'),
  memoryGiB: assume(4, 'GiB a machine', 'usual for two cores'),
} as const;

const MINUTES_PER_HOUR = 60;
const SECONDS_PER_HOUR = 3_600;

/** The acts of students in the busiest hour. */
export interface Load {
  readonly students: number;
  /** Sockets that are open at any moment: visits of an hour by how long each lasts (Little’s law). */
  readonly sockets: number;
  /** A second, of all students together. */
  readonly visits: number;
  readonly commands: number;
  readonly pictures: number;
  readonly signIns: number;
}

export function loadOf(students: number): Load {
  const of = (name: keyof typeof assumptions) => assumptions[name].value;
  const visitsAnHour = students * of('activeShare') * of('visitsADay') * of('busiestShare');
  const visits = visitsAnHour / SECONDS_PER_HOUR;
  return {
    students,
    sockets: (visitsAnHour * of('socketMinutes')) / MINUTES_PER_HOUR,
    visits,
    commands: visits * (of('saves') + of('comments') + of('posts')),
    pictures: visits * of('pictures'),
    signIns: visits * of('signIns'),
  };
}
