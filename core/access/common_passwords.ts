/**
 * The commonest passwords that are long enough to be accepted otherwise.
 *
 * From the tops of published lists of leaked passwords: rows of digits, walks over the keyboard,
 * and short words that are repeated or counted on.
 *
 * @module
 */

/** In lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  000000000000 0000000000000000 0123456789012 012345678901 0987654321098 098765432100
  111111111111 1111111111111 11111111111111 111111111111111 1111111111111111 111222333444
  112233445566 11223344556677 1122334455667788 121212121212 123123123123 123123123123123
  123321123321 1234123412341234 123412341234 123451234512345 123456123456 123456654321
  1234567654321 123456789012 1234567890123 12345678901234 123456789012345
  1234567890123456 1234567891011 123456789101112 123456789123 123456789123456
  123456789987654321 1234567890987654321 123456789abc 123456789qwe 123456789qwerty
  1234567890qwe 1234567890qwertyuiop 1234567890abc 123456abcdef 123456qwerty 123abc123abc
  123qwe123qwe 123qweasdzxc 12qwaszx34er 131313131313 135792468013 147258369147 147852369147
  159357159357 159753159753 1a2b3c4d5e6f 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i
  1q2w3e4r1q2w3e4r 1qa2ws3ed4rf 1qaz1qaz1qaz 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc
  1qazxsw23edcvfr4 222222222222 223344556677 232323232323 321321321321 333333333333
  420420420420 444444444444 456456456456 555555555555 654321654321 666666666666 696969696969
  741852963000 777777777777 789456123000 789789789789 888888888888 987654321000 987654321012
  9876543210123 987654321987 999999999999
  a1b2c3d4e5f6 a1s2d3f4g5h6 aaaaaaaaaaaa abc123abc123 abc123456789 abcabcabcabc abcd1234abcd
  abcd12345678 abcdef123456 abcdefghijkl abcdefghijklm abcdefghijklmnop administrator
  administrator1 admin1234567 admin12345678 admin123admin adminadminadmin alexandra123
  asdasdasdasd asdf1234asdf asdfasdfasdf asdfghjkl123 asdfghjkl1234 asdfghjklasdfghjkl
  asdfghjkl;'\\ asdqwe123456 azertyuiop12 azertyuiop123 azertyuiopqsdfghjklm baseball1234
  bitcoin12345 changemechangeme changeme1234 changeme12345 christopher1 contrasena123
  correcthorsebatterystaple computer1234 dragon123456 elizabeth123 facebook1234 football1234
  fuckyou12345 gfhjkmgfhjkm hello1234567 hellohellohello helloworld12 helloworld123
  iloveyou1234 iloveyou12345 iloveyouforever iloveyousomuch iloveyou2000 internet1234
  jesuschrist1 jordan123456 letmein12345 letmein123456 letmeinletmein liverpool123
  lovelovelove manchester123 master123456 michael12345 minecraft123 mypassword123 mypassword12
  mynameisjohn motdepasse123 monkey123456 p@ssw0rd1234 p@ssword1234 passw0rd1234 passw0rd12345
  password0000 password1111 password1234 password12345 password123456 password1234567
  password12345678 password123456789 password1234567890 password2020 password2021 password2022
  password2023 password2024 password2025 password2026 passwordpassword password123! password123!!
  password1234! passwort1234 pass12345678 passpasspass pokemon12345 princess1234 polymarket123
  prediction123 q1w2e3r4t5y6 q1w2e3r4t5y6u7 qawsedrftgyh qazwsx123456 qazwsxedcrfv
  qazwsxedcrfvtgb qqqqqqqqqqqq qweasdzxc123 qweqweqweqwe qwer1234qwer qwer12345678
  qwertyuiop[] qwertyuiop[]\\ qwertyuiop12 qwertyuiop123 qwertyuiop1234 qwertyuiopasdfghjkl
  qwertyuiopasdfghjklzxcvbnm qwerty123456 qwerty1234567 qwerty12345678 qwerty123456789
  qwerty123qwerty qwertyqwerty qwertyqwerty1 qwertyasdfgh rootrootroot samsung12345
  samsunggalaxy secret123456 shadow123456 spiderman123 starwars1234 strikeline12 strikeline123
  sunshine1234 superman1234 test12345678 testtesttest test1234test thisismypassword
  trustno1trustno1 unknownunknown victoria1234 welcome12345 welcome123456 welcomewelcome
  whatever1234 x123456789012 zaq12wsxcde3 zaq1zaq1zaq1 zxcvbnm12345 zxcvbnm123456 zxcvbnm,./123
  zxcvbnmasdfghjkl zxcvbnmzxcvbnm zzzzzzzzzzzz
`.trim().split(/\s+/),
);
