//! The roles of contributors.

use std::fmt;
use std::str::FromStr;

/// A role by its MARC relator code: `aut` author, `trl` translator, `edt` editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Relator(&'static str);

impl Relator {
    /// The code.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Relator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The error for a string that is not a relator code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a MARC relator code (write aut for an author, trl for a translator, \
     edt for an editor, ill for an illustrator, aui for the author of an introduction)"
)]
pub struct NotARelator(pub String);

impl FromStr for Relator {
    type Err = NotARelator;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let code = CODES.split_whitespace().find(|code| *code == text);
        code.map(Self).ok_or_else(|| NotARelator(text.to_owned()))
    }
}

/// All codes: MARC Code List for Relators, Library of Congress, in the version that
/// EPUBCheck uses.
const CODES: &str = "\
    abr acp act adi adp aft anl anm ann ant ape apl app aqt arc ard arr art asg asn \
    ato att auc aud aui aus aut bdd bjd bkd bkp blw bnd bpd brd brl bsl cas ccp chr \
    clb cli cll clr clt cmm cmp cmt cnd cng cns coe col com con cor cos cot cou cov \
    cpc cpe cph cpl cpt cre crp crr crt csl csp cst ctb cte ctg ctr cts ctt cur cwt \
    dbp dfd dfe dft dgc dgg dgs dis dln dnc dnr dpc dpt drm drt dsr dst dtc dte dtm \
    dto dub edc edm edt egr elg elt eng enj etr evp exp fac fds fld flm fmd fmk fmo \
    fmp fnd fpy frg gis grt his hnr hst ill ilu ins inv isb itr ive ivr jud jug lbr \
    lbt ldr led lee lel len let lgd lie lil lit lsa lse lso ltg lyr mcp mdc med mfp \
    mfr mod mon mrb mrk msd mte mtk mus nrt opn org orm osp oth own pad pan pat pbd \
    pbl pdr pfr pht plt pma pmn pop ppm ppt pra prc prd pre prf prg prm prn pro prp \
    prs prt prv pta pte ptf pth ptt pup rbr rcd rce rcp rdd red ren res rev rpc rps \
    rpt rpy rse rsg rsp rsr rst rth rtm sad sce scl scr sds sec sgd sgn sht sll sng \
    spk spn spy srv std stg stl stm stn str tcd tch ths tld tlp trc trl tyd tyg uvp \
    vac vdg voc wac wal wam wat wdc wde win wit wpr wst";

#[cfg(test)]
mod tests {
    use super::Relator;

    #[test]
    fn codes_are_those_of_the_list() {
        for code in ["abr", "aut", "trl", "edt", "com", "aui", "win", "wpr", "ill", "wst"]
        {
            assert_eq!(code.parse::<Relator>().map(Relator::as_str), Ok(code));
        }
        for no_code in ["", "zzz", "translator", "AUT", "au", "aut trl"] {
            assert!(no_code.parse::<Relator>().is_err(), "{no_code}");
        }
    }
}
