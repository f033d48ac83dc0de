/** Invented words of the warehouse. */
export const firstNames: readonly string[] = [
  'Ada', 'Ben', 'Clara', 'David', 'Elif', 'Femi', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Karim', 'Lena', 'Mara', 'Nils', 'Olga', 'Pavel', 'Rosa', 'Sami', 'Tara', 'Uwe', 'Vera', 'Wim', 'Yara', 'Zoe',
]; // prettier-ignore

export const lastNames: readonly string[] = [
  'Abel', 'Bauer', 'Costa', 'Dahl', 'Ernst', 'Fischer', 'Garcia', 'Haas', 'Ivanov', 'Jansen', 'Keller', 'Lorenz', 'Moreau', 'Novak', 'Okafor', 'Petit', 'Quinn', 'Rossi', 'Sommer', 'Tanaka', 'Ulrich', 'Vogel', 'Weber', 'Yilmaz', 'Ziegler',
]; // prettier-ignore

export const departments: readonly { readonly name: string; readonly categories: readonly string[] }[] = [
  { name: 'Home', categories: ['Kitchen', 'Bedding', 'Lighting', 'Storage'] },
  { name: 'Garden', categories: ['Plants', 'Tools', 'Outdoor Furniture'] },
  { name: 'Electronics', categories: ['Audio', 'Cameras', 'Computers', 'Phones'] },
  { name: 'Clothing', categories: ['Shirts', 'Shoes', 'Jackets', 'Accessories'] },
  { name: 'Leisure', categories: ['Books', 'Games', 'Cycling'] },
];

export const productWords = {
  qualities: ['Classic', 'Compact', 'Folding', 'Quiet', 'Rugged', 'Slim', 'Soft', 'Warm', 'Bright', 'Handy', 'Modern', 'Solid'],
  things: ['Bag', 'Basket', 'Bottle', 'Chair', 'Clock', 'Cover', 'Desk', 'Grill', 'Kettle', 'Lamp', 'Mat', 'Pan', 'Rack', 'Radio', 'Scarf', 'Shelf', 'Speaker', 'Stand', 'Table', 'Tent'],
  brands: ['Alba', 'Borealis', 'Corva', 'Dunes', 'Elmwood', 'Fjord', 'Grano', 'Halden', 'Iris', 'Juno'],
} as const; // prettier-ignore

export const cities: readonly (readonly [city: string, country: string, timeZone: string])[] = [
  ['Berlin', 'DE', 'Europe/Berlin'], ['Hamburg', 'DE', 'Europe/Berlin'], ['Munich', 'DE', 'Europe/Berlin'], ['Cologne', 'DE', 'Europe/Berlin'],
  ['Paris', 'FR', 'Europe/Paris'], ['Lyon', 'FR', 'Europe/Paris'], ['Amsterdam', 'NL', 'Europe/Amsterdam'], ['Vienna', 'AT', 'Europe/Vienna'],
  ['Milan', 'IT', 'Europe/Rome'], ['Madrid', 'ES', 'Europe/Madrid'], ['London', 'GB', 'Europe/London'], ['Leeds', 'GB', 'Europe/London'],
  ['Lisbon', 'PT', 'Europe/Lisbon'], ['New York', 'US', 'America/New_York'], ['Chicago', 'US', 'America/Chicago'], ['Denver', 'US', 'America/Denver'],
  ['Seattle', 'US', 'America/Los_Angeles'], ['Tokyo', 'JP', 'Asia/Tokyo'],
]; // prettier-ignore

export const industries: readonly string[] = [
  'Education',
  'Finance',
  'Health',
  'Logistics',
  'Manufacturing',
  'Media',
  'Retail',
  'Software',
];

export const timeZones: readonly string[] = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Tokyo',
  'Australia/Sydney',
];

export const companyWords = {
  first: ['Alder', 'Birch', 'Cedar', 'Delta', 'Ember', 'Fable', 'Gale', 'Harbor', 'Indigo', 'Jade', 'Kite', 'Lumen', 'Maple', 'North', 'Onyx', 'Pine', 'Quartz', 'River', 'Slate', 'Tide'],
  second: ['Analytics', 'Bakery', 'Care', 'Dynamics', 'Energy', 'Foods', 'Group', 'Hotels', 'Insurance', 'Labs', 'Media', 'Networks', 'Optics', 'Partners', 'Robotics', 'Systems', 'Textiles', 'Union', 'Ventures', 'Works'],
} as const; // prettier-ignore
