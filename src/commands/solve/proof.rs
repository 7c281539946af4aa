//! The proof of a win, as a tree of written turns.

use std::fmt::Write as _;

use serde::Serialize;

use skep_records::Rules;
use skep_rules::game::Position as _;
use skep_tactics::Proof;

/// A turn that wins, and every reply.
#[derive(Serialize)]
pub(super) struct ProofNode {
    turn: String,
    replies: Vec<ProofReply>,
}

/// A reply, and the answers to it.
#[derive(Serialize)]
struct ProofReply {
    turn: String,
    answers: Vec<ProofNode>,
}

impl ProofNode {
    pub(super) fn all<R: Rules>(
        position: &R::Position,
        proofs: Vec<Proof<R::Move>>,
    ) -> Vec<ProofNode> {
        let node = |proof: Proof<R::Move>| {
            let mut after = position.clone();
            after.play_unchecked(proof.turn);
            let reply = |reply: skep_tactics::Reply<R::Move>| {
                let mut next = after.clone();
                next.play_unchecked(reply.turn);
                ProofReply {
                    turn: after.spell(reply.turn).to_string(),
                    answers: ProofNode::all::<R>(&next, reply.answers),
                }
            };
            ProofNode {
                turn: position.spell(proof.turn).to_string(),
                replies: proof.replies.into_iter().map(reply).collect(),
            }
        };
        proofs.into_iter().map(node).collect()
    }

    /// The tree as indented lines. Replies with the same answers share a line.
    pub(super) fn text(&self, indent: usize) -> String {
        let mut out = format!("{:indent$}{}\n", "", self.turn);
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for reply in &self.replies {
            let answers: Vec<String> = reply.answers.iter().map(|a| a.text(indent + 4)).collect();
            let answers = answers.concat();
            match groups.iter_mut().find(|group| group.0 == answers) {
                Some(group) => group.1.push(&reply.turn),
                None => groups.push((answers, vec![&reply.turn])),
            }
        }
        for (answers, replies) in groups {
            let indent = indent + 2;
            let end = if answers.is_empty() {
                " loses at once"
            } else {
                ""
            };
            let _ = writeln!(out, "{:indent$}after {}{end}", "", replies.join(" | "));
            out.push_str(&answers);
        }
        out
    }
}
