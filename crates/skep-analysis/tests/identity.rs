//! Keys of games that are the same.

use std::collections::HashMap;
use std::path::Path;

use skep_analysis::{Facts, Sameness};

#[test]
fn the_key_of_moves_tells_the_same_games_apart() {
    let mut keys: HashMap<u128, u64> = HashMap::new();
    let mut of_same_moves: HashMap<u128, u64> = HashMap::new();
    let mut games = 0;
    for folder in ["../../fixtures", "../../../shared/corpus"] {
        if !Path::new(folder).exists() {
            skep_testing::skip("shared", format_args!("there is no {folder}"));
            continue;
        }
        for game in skep_collection::open(folder).unwrap().flatten() {
            let facts = Facts::new(&game.record, &game.verdict);
            let key = Sameness::PlayersAndMoves.key(&facts);
            let of_moves = Sameness::keys_of_moves(&facts);
            assert_eq!(
                key.is_some(),
                of_moves.is_some(),
                "{} {}",
                game.source,
                game.index
            );
            if let (Some(key), Some([moves, of_moves])) = (key, of_moves) {
                let same = Sameness::Moves.key(&facts).expect("a game with moves");
                assert_eq!(*of_same_moves.entry(same).or_insert(moves), moves);
                let known = *keys.entry(key).or_insert(of_moves);
                assert_eq!(known, of_moves, "{} {}", game.source, game.index);
                games += 1;
            }
        }
    }
    // Games that differ have different keys, and the collection has duplicates.
    let different: std::collections::HashSet<u64> = keys.values().copied().collect();
    assert_eq!(different.len(), keys.len());
    assert!(keys.len() < games, "{} of {games}", keys.len());
}
