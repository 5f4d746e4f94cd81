"""Currencies of ISO 4217 and the decimals of their minor units."""

from collections.abc import Mapping
from types import MappingProxyType

_DECIMALS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD"
    " CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP"
    " GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK"
    " LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO"
    " NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS"
    " SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST"
    " XAD XCD XCG YER ZAR ZMW ZWG",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
WITHDRAWN = frozenset({"ANG", "BGN", "CUC", "HRK", "SLL", "ZWL"})
"""Out of use since not long ago: an old pulka still names them."""

UNITS_OF_ACCOUNT = frozenset(
    {"BOV", "CHE", "CHW", "CLF", "COU", "MXV", "USN", "UYI", "UYW", "VED", "XAD"}
)
"""Codes of contracts, indexes and accounts; nobody pays with them at a table."""

MINOR_DIGITS: Mapping[str, int] = MappingProxyType(
    {code: digits for digits, codes in _DECIMALS.items() for code in codes.split()}
    | dict.fromkeys(WITHDRAWN, 2)
)
"""Decimals of a currency's minor unit, by code."""


def minor_digits(currency: str) -> int:
    """Decimals of the currency's minor unit. ``KeyError`` if there is no such currency.

    >>> minor_digits("RUB"), minor_digits("JPY"), minor_digits("KWD")
    (2, 0, 3)
    """
    return MINOR_DIGITS[currency]
